# Las categorías incluidas, con los nombres con los que se guardan.

expenses-category-food_and_drink = Comida y bebida
expenses-category-groceries = Supermercado
expenses-category-transport = Transporte
expenses-category-fuel = Gasolina
expenses-category-shopping = Compras
expenses-category-household = Hogar
expenses-category-health = Salud
expenses-category-entertainment = Ocio
expenses-category-travel = Viajes
expenses-category-bills_and_utilities = Facturas y servicios
expenses-category-housing = Vivienda
expenses-category-education = Educación
expenses-category-personal_care = Cuidado personal
expenses-category-gifts_and_donations = Regalos y donaciones
expenses-category-business = Negocio
expenses-category-other = Otros
