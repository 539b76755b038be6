# Reports that come by themselves.

expenses-digest-week = 📬 Every { $weekday } at { $time } you'll get a report of the past seven days. “/digest off” stops it.
expenses-digest-month = 📬 On the 1st of each month at { $time } you'll get a report of the month before. “/digest off” stops it.
expenses-digest-off = 📬 You get no regular reports. “/digest weekly” or “/digest monthly” starts them.
expenses-digest-unclear = 📬 How often would you like it? Try “/digest weekly”, “/digest monthly” or “/digest off”.
expenses-button-send_regularly = Send it regularly
expenses-digest-button-week = 📬 Send it every week
expenses-digest-button-month = 📬 Send it every month
