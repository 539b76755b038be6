# Troli di sebelah perbualan.

procurement-panel = Troli awak
procurement-panel-remove = Buang { $name }
