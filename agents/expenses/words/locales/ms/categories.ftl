# The built-in categories, under the names by which they are stored.

expenses-category-food_and_drink = Makanan & Minuman
expenses-category-groceries = Barang Dapur
expenses-category-transport = Pengangkutan
expenses-category-fuel = Petrol
expenses-category-shopping = Membeli-belah
expenses-category-household = Rumah Tangga
expenses-category-health = Kesihatan
expenses-category-entertainment = Hiburan
expenses-category-travel = Perjalanan
expenses-category-bills_and_utilities = Bil & Utiliti
expenses-category-housing = Tempat Tinggal
expenses-category-education = Pendidikan
expenses-category-personal_care = Penjagaan Diri
expenses-category-gifts_and_donations = Hadiah & Derma
expenses-category-business = Perniagaan
expenses-category-other = Lain-lain
