# El carrito junto al chat.

procurement-panel = Tu carrito
procurement-panel-remove = Quitar { $name }
