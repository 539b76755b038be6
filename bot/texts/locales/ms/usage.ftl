# What the models used.

conversation-usage = 📊 Model AI: { $calls } hari ini.
conversation-usage-cost = 📊 Model AI: { $calls }, kira-kira { $cost } hari ini.
conversation-usage-none = 📊 Model AI: tidak digunakan hari ini.
conversation-usage-no_model = 📊 Tiada model AI di sini. Saya bekerja dengan peraturan saya sendiri, tanpa kos.
conversation-usage-calls = { $n } panggilan
conversation-usage-lately = Dalam { $n } hari lepas: { $calls }.
conversation-usage-lately_cost = Dalam { $n } hari lepas: { $calls }, kira-kira { $cost }.
conversation-usage-unpriced = Saya tidak tahu harga bagi { $n } daripada panggilan ini.
conversation-usage-share = Had anda untuk hari ini: { $percent } sudah digunakan. Had baharu bermula pada { $when }.
conversation-usage-used_up = Had anda untuk hari ini sudah habis. Sehingga { $when } saya teruskan dengan peraturan mudah.
conversation-usage-all_used_up = Had hari ini untuk semua orang sudah habis. Sehingga { $when } saya teruskan dengan peraturan mudah.

conversation-budget_used_up = 📣 Had model AI untuk hari ini sudah habis. Sehingga { $when } saya teruskan dengan peraturan mudah.
conversation-budget_used_up-person = 📣 Had model AI anda untuk hari ini sudah habis. Sehingga { $when } saya teruskan dengan peraturan mudah: mesej yang pendek dan ringkas paling sesuai.
conversation-budget_used_up-everybody = 📣 Had model AI untuk semua orang sudah habis hari ini. Sehingga { $when } saya teruskan dengan peraturan mudah: mesej yang pendek dan ringkas paling sesuai.
