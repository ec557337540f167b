# file
campaign-file-toml-see-docs-campaigns-md = the file has to be TOML: see docs/campaigns.md
campaign-begin-campaign-name-see-docs-campaigns = begin it with [campaign] and name = "..": see docs/campaigns.md
campaign-file-no-table-campaign = the file has no table [campaign]
campaign-file-names-no-method = the file names no method
campaign-add-method-id-quick = add [[method]] with id = "quick"
campaign-file-names-no-drive = the file names no drive
campaign-add-drive-serial = add [[drive]] with serial = ".."
campaign-write-name-letters-digits-64-most = write name = ".." of letters, digits, - _ and . (64 at most)
campaign-campaign-no-name = the campaign has no name
campaign-cannot-campaign-name = "{ $name }" cannot be a campaign's name
campaign-server-address-blank-quote = the server's address has a blank or a quote
campaign-write-postgres-user-host-database = write postgres://USER@HOST/DATABASE
campaign-no-name-computer = "{ $host }" is no name of a computer
campaign-write-ssh-takes-lab1-eva-lab1 = write it as ssh takes it: lab1, or eva@lab1
campaign-write-id-quick-file-own-toml = write id = "quick", or file = "own.toml"
campaign-method-needs-id-file-not-both = a method needs id or file, and not both
campaign-method-no-parameter = method { $method } has no parameter "{ $name }"
campaign-type = { $name } is of type { $found }
campaign-write-value-list-values = write a value, or a list of values
campaign-drive-chosen-serial-model-label-any = a drive is chosen by one of serial, model, label, any and target
campaign-write-serial-model-label-any-true = write serial = "..", model = "..", label = "..", any = true or target = "sim:.."
campaign-any-only-true = "any" can only be true
campaign-write-any-true = write any = true
campaign-empty = "{ $key }" is empty
campaign-write-called = write what it is called
campaign-only-simulated-drive-seeds = only a simulated drive has seeds
campaign-leave-seeds-out-write-target-sim = leave seeds out, or write target = "sim:NAME"
campaign-write-list-1-2-3-range = write a list such as [1, 2, 3], or a range such as "1-1000"
campaign-seeds-no-seeds = "seeds" are no seeds
campaign-no-word-slurm-takes = "{ $key }" is no word that Slurm takes
campaign-write-sbatch-takes-without-blanks = write it as sbatch takes it, without blanks
campaign-no-option-sbatch = "{ $option }" is no option of sbatch
campaign-write-options-partition-bench-time-8 = write options = ["--partition=bench", "--time=8:00:00"]

# plan
campaign-no-drive-catalogue-called = no drive of the catalogue is called "{ $label }"
campaign-iogram-drive-list-shows-names-drive = iogram drive list shows names; a drive needs a serial number
campaign-no-attached-drive-serial-number = no attached drive with a serial number is a "{ $model }"
campaign-no-attached-drive-serial-number-free = no attached drive with a serial number is free
campaign-iogram-list-shows-drives-computer-other = iogram list shows the drives of a computer; other computers are looked at if hosts = [..] names them
campaign-several-drives-serial-number = several drives have the serial number { $serial }: { $list }
campaign-cheap-sticks-share-serial-numbers-name = cheap sticks share serial numbers: name which by host = ".." beside it

# table
campaign-unknown-key = unknown key "{ $word }" in { $name }
campaign-write = write { $expected }
campaign-whole-number = a whole number
campaign-out-range = "{ $key }" is out of range
campaign-write-whole-number = write a whole number from { $min } to { $max }
campaign-cannot = { $name } cannot be "{ $found }"
campaign-what-names = { $what }: { $names }
campaign-mean = did you mean "{ $near }"? { $all }

# table
campaign-text-quotes = text in quotes
campaign-true-false = true or false
campaign-list-texts-quotes = a list of texts in quotes
campaign-table = a table
campaign-tables = tables: [[..]]

# table
campaign-known-keys = known keys
campaign-accepted = accepted
campaign-parameters = parameters
