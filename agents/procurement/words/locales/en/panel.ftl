# The cart beside the chat.

procurement-panel = Your cart
procurement-panel-remove = Remove { $name }
