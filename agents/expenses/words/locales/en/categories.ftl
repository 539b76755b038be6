# The built-in categories, under the names by which they are stored.

expenses-category-food_and_drink = Food & Drink
expenses-category-groceries = Groceries
expenses-category-transport = Transport
expenses-category-fuel = Fuel
expenses-category-shopping = Shopping
expenses-category-household = Household
expenses-category-health = Health
expenses-category-entertainment = Entertainment
expenses-category-travel = Travel
expenses-category-bills_and_utilities = Bills & Utilities
expenses-category-housing = Housing
expenses-category-education = Education
expenses-category-personal_care = Personal Care
expenses-category-gifts_and_donations = Gifts & Donations
expenses-category-business = Business
expenses-category-other = Other
