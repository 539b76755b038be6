# Troli di sebelah perbualan.

procurement-panel = Troli anda
procurement-panel-remove = Buang { $name }
