# Reports that come by themselves.

expenses-digest-week = 📬 Every { $weekday } at { $time } you get a report of the seven days before. “/digest off” ends that.
expenses-digest-month = 📬 On the 1st of each month at { $time } you get a report of the month that is over. “/digest off” ends that.
expenses-digest-off = 📬 No reports come by themselves. “/digest weekly” or “/digest monthly” sends them.
expenses-digest-unclear = 📬 I did not understand how often. Try “/digest weekly”, “/digest monthly” or “/digest off”.
