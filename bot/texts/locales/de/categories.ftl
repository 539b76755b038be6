# The built-in categories, under the names by which they are stored.

category-food_and_drink = Essen & Trinken
category-groceries = Lebensmittel
category-transport = Transport
category-fuel = Tanken
category-shopping = Shopping
category-household = Haushalt
category-health = Gesundheit
category-entertainment = Unterhaltung
category-travel = Reisen
category-bills_and_utilities = Rechnungen & Nebenkosten
category-housing = Wohnen
category-education = Bildung
category-personal_care = Körperpflege
category-gifts_and_donations = Geschenke & Spenden
category-business = Geschäftlich
category-other = Sonstiges
