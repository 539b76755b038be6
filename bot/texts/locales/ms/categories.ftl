# The built-in categories, under the names by which they are stored.

category-food_and_drink = Makanan & Minuman
category-groceries = Barang Dapur
category-transport = Pengangkutan
category-fuel = Petrol
category-shopping = Membeli-belah
category-household = Rumah Tangga
category-health = Kesihatan
category-entertainment = Hiburan
category-travel = Perjalanan
category-bills_and_utilities = Bil & Utiliti
category-housing = Tempat Tinggal
category-education = Pendidikan
category-personal_care = Penjagaan Diri
category-gifts_and_donations = Hadiah & Derma
category-business = Perniagaan
category-other = Lain-lain
