# file
campaign-file-toml-see-docs-campaigns-md = write the file in TOML: see docs/campaigns.md
campaign-begin-campaign-name-see-docs-campaigns = start it with [campaign] and name = "..": see docs/campaigns.md
campaign-file-no-table-campaign = the file lacks the table [campaign]
campaign-file-names-no-method = the file names no method
campaign-add-method-id-quick = add [[method]] with id = "quick"
campaign-file-names-no-drive = the file names no drive
campaign-add-drive-serial = add [[drive]] with serial = ".."
campaign-write-name-letters-digits-64-most = write name = ".." with letters, digits, - _ and . (at most 64)
campaign-campaign-no-name = the campaign has no name
campaign-cannot-campaign-name = invalid campaign name "{ $name }"
campaign-server-address-blank-quote = the server's address contains a blank or a quote
campaign-write-postgres-user-host-database = write postgres://USER@HOST/DATABASE
campaign-no-name-computer = invalid computer name "{ $host }"
campaign-write-ssh-takes-lab1-eva-lab1 = write a name for ssh: lab1, or eva@lab1
campaign-write-id-quick-file-own-toml = write id = "quick", or file = "own.toml"
campaign-method-needs-id-file-not-both = a method requires either id or file
campaign-method-no-parameter = method { $method } has no parameter "{ $name }"
campaign-type = { $name } is of type { $found }
campaign-write-value-list-values = write a value, or a list of values
campaign-drive-chosen-serial-model-label-any = a drive requires one of serial, model, label, any and target
campaign-write-serial-model-label-any-true = write serial = "..", model = "..", label = "..", any = true or target = "sim:.."
campaign-any-only-true = "any" allows only true
campaign-write-any-true = write any = true
campaign-empty = "{ $key }" is empty
campaign-write-called = write a value
campaign-only-simulated-drive-seeds = only a simulated drive has seeds
campaign-leave-seeds-out-write-target-sim = leave seeds out, or write target = "sim:NAME"
campaign-write-list-1-2-3-range = write a list such as [1, 2, 3], or a range such as "1-1000"
campaign-seeds-no-seeds = invalid "seeds"
campaign-no-word-slurm-takes = invalid Slurm value of "{ $key }"
campaign-write-sbatch-takes-without-blanks = write the form of sbatch, without blanks
campaign-no-option-sbatch = invalid sbatch option "{ $option }"
campaign-write-options-partition-bench-time-8 = write options = ["--partition=bench", "--time=8:00:00"]

# plan
campaign-no-drive-catalogue-called = the catalogue has no drive "{ $label }"
campaign-iogram-drive-list-shows-names-drive = iogram catalogue list shows names; the drive also requires a serial number
campaign-no-attached-drive-serial-number = no attached drive with a serial number is a "{ $model }"
campaign-no-attached-drive-serial-number-free = no attached drive with a serial number is free
campaign-iogram-list-shows-drives-computer-other = iogram list shows this computer's drives; hosts = [..] adds other computers
campaign-several-drives-serial-number = several drives have serial number { $serial }: { $list }
campaign-cheap-sticks-share-serial-numbers-name = cheap sticks share serial numbers: select one with host = ".." beside it

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
