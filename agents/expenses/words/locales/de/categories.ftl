# The built-in categories, under the names by which they are stored.

expenses-category-food_and_drink = Essen & Trinken
expenses-category-groceries = Lebensmittel
expenses-category-transport = Transport
expenses-category-fuel = Tanken
expenses-category-shopping = Shopping
expenses-category-household = Haushalt
expenses-category-health = Gesundheit
expenses-category-entertainment = Unterhaltung
expenses-category-travel = Reisen
expenses-category-bills_and_utilities = Rechnungen & Nebenkosten
expenses-category-housing = Wohnen
expenses-category-education = Bildung
expenses-category-personal_care = Körperpflege
expenses-category-gifts_and_donations = Geschenke & Spenden
expenses-category-business = Geschäftlich
expenses-category-other = Sonstiges
