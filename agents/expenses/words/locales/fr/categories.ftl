# Les catégories intégrées, sous les noms avec lesquels elles sont enregistrées.

expenses-category-food_and_drink = Repas et boissons
expenses-category-groceries = Courses
expenses-category-transport = Transport
expenses-category-fuel = Carburant
expenses-category-shopping = Achats
expenses-category-household = Maison
expenses-category-health = Santé
expenses-category-entertainment = Loisirs
expenses-category-travel = Voyages
expenses-category-bills_and_utilities = Factures et services
expenses-category-housing = Logement
expenses-category-education = Éducation
expenses-category-personal_care = Soins personnels
expenses-category-gifts_and_donations = Cadeaux et dons
expenses-category-business = Professionnel
expenses-category-other = Autres
