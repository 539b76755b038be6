"""Who owes whom: what others owe the person of shared bills, what the person owes, what is paid."""
