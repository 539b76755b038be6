"""What a customer asks support for: by words, a command or a button, before any ticket's own work.

``asks`` has all of it by what it is asked by; the other modules carry it out.
"""
