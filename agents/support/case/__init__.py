"""A ticket that people have: its state, and what every act, message and clock makes of it.

Pure: each transition takes a case and gives the new one, with what is to be done about it outside
(``effects``). Moments come with what happened; a clock that fired stands for its own due moment.
Nothing here asks what time it is.
"""
