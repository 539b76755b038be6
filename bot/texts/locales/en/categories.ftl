# The built-in categories, under the names by which they are stored.

category-food_and_drink = Food & Drink
category-groceries = Groceries
category-transport = Transport
category-fuel = Fuel
category-shopping = Shopping
category-household = Household
category-health = Health
category-entertainment = Entertainment
category-travel = Travel
category-bills_and_utilities = Bills & Utilities
category-housing = Housing
category-education = Education
category-personal_care = Personal Care
category-gifts_and_donations = Gifts & Donations
category-business = Business
category-other = Other
