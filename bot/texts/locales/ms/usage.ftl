# What the models used.

conversation-usage = 📊 Model AI: { $calls } hari ini.
conversation-usage-cost = 📊 Model AI: { $calls }, kira-kira { $cost } hari ini.
conversation-usage-none = 📊 Model AI: tidak digunakan hari ini.
conversation-usage-no_model = 📊 Tiada model AI di sini. Saya guna peraturan saya sendiri, tanpa kos.
conversation-usage-calls = { $n } panggilan
conversation-usage-lately = { $n } hari terakhir: { $calls }.
conversation-usage-lately_cost = { $n } hari terakhir: { $calls }, kira-kira { $cost }.
conversation-usage-unpriced = Harga { $n } daripada panggilan ini saya tidak tahu.
conversation-usage-share = Had awak hari ini: { $percent } sudah guna. Had baharu bermula { $when }.
conversation-usage-used_up = Had awak hari ini sudah habis. Hingga { $when } saya guna peraturan mudah.
conversation-usage-all_used_up = Had hari ini untuk semua orang sudah habis. Hingga { $when } saya guna peraturan mudah.

conversation-budget_used_up = 📣 Had model AI hari ini sudah habis. Hingga { $when } saya guna peraturan mudah.
conversation-budget_used_up-person = 📣 Had model AI awak hari ini sudah habis. Hingga { $when } saya guna peraturan mudah: mesej yang pendek dan ringkas paling senang saya faham.
conversation-budget_used_up-everybody = 📣 Had model AI hari ini untuk semua orang sudah habis. Hingga { $when } saya guna peraturan mudah: mesej yang pendek dan ringkas paling senang saya faham.
