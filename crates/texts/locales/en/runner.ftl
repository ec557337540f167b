# builtin
runner-mean-methods = did you mean "{ $meant }"? methods: { $all }
runner-no-method = there is no method "{ $id }"

# check
runner-type = { $name } is of type { $found }
runner-write = write { $expected }
runner-cannot = { $name } cannot be "{ $found }"
runner-write-table = write a table
runner-kinds = kinds: { $kinds }
runner-no-kind = { $name } has no kind
runner-unknown-key = unknown key "{ $word }" in { $name }
runner-whole-number = a whole number

# choosing
runner-another-cell-called-too = another cell is called "{ $name }", too
runner-not-figure-cells-compared = "{ $text }" is not a figure that cells are compared by
runner-use = use one of { $names }

# compose
runner-method-includes-itself = method { $id } includes itself
runner-method-writes-more-method-says = method { $id } writes more than this method says that it does
runner-correct-writes-head-file = correct `writes` in the head of this file
runner-name-message = { $name }: { $message }

# expand
runner-plan-more-steps = the plan has more than { $STEPS_MAX } steps
runner-repeat-less-often = repeat less often
runner-add-time-amount-passes-count = add time, amount, passes or count
runner-step-never-ends = this step never ends

# field
runner-write-whole-number-3 = write a whole number, such as 3
runner-not-whole-number = "{ $text }" is not a whole number
runner-write-whole-number-1 = write a whole number from 1 on
runner-not-positive-whole-number = "{ $text }" is not a positive whole number
runner-not-accepted-here = "{ $text }" is not accepted here

# fit
runner-lay-out = the lay-out
runner-writes-but-method-says-not = it writes, but its method says that it does not
runner-correct-writes-method-file = correct `writes` in the method file
runner-needs-drive-target-file = { $probe } needs a drive, the target is a file
runner-name-block-device = name a block device
runner-writes-where-likes-zones-take-writes = { $what } writes where it likes, and zones of { $size } take writes at their write pointers alone
runner-read-drive-without-destroy-write-write = read the drive (without --destroy); or write by write pointers: iogram measure --access write-pointers=random,open=8 --read 0%, or a job file with zonemode=zbd
runner-step-erases-method-says-leaves = the step { $step } erases what its method says that it leaves
runner-size-0-bytes-leaves-nothing-measure = a size of 0 bytes leaves nothing to measure
runner-test-file-not-fit-free = a test file of { $size } does not fit: { $free } are free
runner-use-smaller-size-set-size-free = use a smaller size (--set size=..), free some space, or name another directory
runner-not-fit-device = { $size } do not fit on the device of { $capacity }
runner-name-larger-drive-smaller-size-scale = name a larger drive, or a smaller size or scale where the method has one (--set)
runner-file-cannot-discarded = a file cannot be discarded
runner-how-much-moved-unknown-target-size = how much is to be moved is unknown: the target's size is
runner-amount-asked-twice = its amount is asked for twice
runner-give-passes-amount = give passes or amount
runner-reads-discards-flushes-more-100-together = reads, discards and flushes are more than 100% together
runner-lower-shares = lower one of the shares
runner-no-request-outstanding = it has no request outstanding
runner-use-1-more = use 1 or more
runner-never-ends = it never ends
runner-give-time-amount-count = give a time, an amount or a count
runner-no-request-trace-made-target = no request of its trace can be made on this target
runner-discards-need-target-takes-others-lie = discards need a target that takes them; others have to lie within it
runner-ends-before-begins = it ends before it begins
runner-use-more-0 = use more than 0
runner-amount-less-block = the amount of { $amount } is less than one block of { $block }
runner-use-larger-amount-smaller-block = use a larger amount or a smaller block
runner-region-reaches-beyond-end = region { $region } reaches beyond its end at { $size }
runner-use-region-inside-0-100-method = use a region inside of it, such as 0..100%; of a method a smaller size or scale where it has one (--set), or a larger drive
runner-region-empty-size = region { $region } is empty on a size of { $size }
runner-use-later-end-earlier-beginning-method = use a later end or an earlier beginning; of a method a smaller scale where it has one (--set), or a larger drive
runner-each-job-part-region = each job's part of the region
runner-region = the region
runner-less-block = { $whose } is { $slice }, less than a block of { $block }
runner-use-larger-size-region-smaller-block = use a larger size or region, or a smaller block
runner-distance-stretches = distance of stretches
runner-beginning-region = beginning of the region
runner-not-multiple-logical-block-size-direct = its { $what }, { $value }, is not a multiple of the logical block size, { $unit }, as direct I/O needs it
runner-use-multiple-buffered-i-o-caching = use a multiple, or buffered I/O (caching = "buffered", --buffered)

# method
runner-write-amount-per-second-90mb-s = write an amount per second, such as 90MB/s or 500/s
runner-not-rate = "{ $text }" is not a rate
runner-not-toml = not TOML: { $message }
runner-use-lower-case-letters-digits-hyphens = use lower case letters, digits and hyphens, beginning with a letter
runner-id-cannot-typed-command = id "{ $id }" cannot be typed as a command
runner-parameter-no-choices = parameter "{ $param }" has no choices
runner-add-choices = add choices = ["..", ".."]
runner-parameter-condition-itself = parameter "{ $param }" is a condition itself
runner-default-when-parameters-another-kind-choice = default_when is for parameters of another kind than choice
runner-not-figure-kind-work = "{ $decides }" is not a figure of a kind of work
runner-write-work-figure-sync-write-latency = write WORK.FIGURE, such as sync-write.latency_p99_ns
runner-good-decides-belong-together = good_for and decides belong together
runner-write-both = write both
runner-wants-state-state-belong-together = wants_state and state_by belong together
runner-rule-needs-limit = rule "{ $id }" needs one limit
runner-write-either-below-least = write either below or at_least

# param
runner-not-choice = "{ $text }" is not a choice
runner-write-value = write a value from { $min } to { $max }
runner-write-least = write at least { $min }
runner-write-most = write at most { $max }
runner-out-range = "{ $text }" is out of range
runner-no-value-expected-name-value = "{ $text }" has no value: expected name=value
runner-write-name-value-size-256mib = write name=value, such as size=256MiB
runner-mean = did you mean "{ $name }={ $text }"? { $all }
runner-not-parameter-kind-choice = "{ $text }" is not a parameter of kind choice

# plan
runner-make-regions-amounts-smaller-fits-set = make regions and amounts smaller, which fits with --set { $setting }, or name a larger drive
runner-method-needs-drive-target-file = method { $method } needs a drive, the target is a file
runner-name-directory-drive-let-file-system = name a directory on the drive; or let a file system be made, which destroys what the drive holds: --set { $setting }
runner-name-directory-mounted-file-system = name a directory on a mounted file system
runner-method-needs-file-system-target-device = method { $method } needs a file system, the target is a device
runner-file-cannot-purged = a file cannot be purged

# plan_error
runner-method-no-parameter = method { $method } has no parameter "{ $name }"
runner-cannot-set-method = cannot set { $name } of method { $method }: { $message }
runner-every-cell-writes-target-only-read = every cell writes, and this target may only be read
runner-cell-cannot-run-target = cell "{ $cell }" cannot run on this target: { $message }
runner-name-directory-file-mounted-file-system = name a directory or file on a mounted file system of the drive

# planned
runner-nothing-but-test-file = nothing but a test file of { $size }
runner-first-device = the first { $end } of the device
runner-device = the device from { $start } to { $end }

# probe
runner-not-probe = "{ $other }" is not a probe
runner-probe-no-setting = the probe { $probe } has no setting "{ $key }"

# probe/capacity
runner-no-depth = "{ $other }" is no depth
runner-use-quick-full = use quick or full

# probe/speed_class
runner-card-multiple-16kib-4mib = a card's is a multiple of 16KiB, such as 4MiB
runner-cannot-allocation-unit = { $size } cannot be an allocation unit

# ratio
runner-not-factor = "{ $text }" is not a factor
runner-write-whole-number-fraction-two-1 = write a whole number or a fraction of two, such as 1/16

# recording
runner-trace-cannot-here = the trace { $name } cannot be had here

# resume
runner-cell-run-not-method-plans = cell { $position } of the run, "{ $found }", is not what the method plans there: "{ $planned }"

# rounds
runner-name-least-cell-window-least-2 = name at least one cell, and a window of at least 2
runner-nothing-become-steady-here = nothing can become steady here
runner-rounds-cannot-steady-over-window = { $rounds_max_count } rounds cannot be steady over a window of { $window_count }
runner-ask-least-many-rounds-window = ask for at least as many rounds as the window has
runner-other-rounds-method-cell-too = other rounds of this method have a cell "{ $name }", too
runner-give-cells-these-rounds-names-own = give the cells of these rounds names of their own
runner-no-round-cell = no round has a cell "{ $name }"
runner-cells-names-measure-steps-inner-steps = cells names measure steps of the inner steps
runner-round-cell-another-number-times = a round has the cell "{ $name }" another number of times
runner-measure-all-cells-looked-equally-often = measure all cells that are looked at equally often
runner-not-figure-rounds-steady = "{ $text }" is not a figure that rounds can be steady in

# searching
runner-no-load-beside-cells-search-called = no load beside the cells of the search is called "{ $load }"
runner-name-load-beside-none-cell-own = name a load of beside, or none for the cell's own
runner-search-needs-three-cells-nothing-else = a search needs three cells and nothing else
runner-write-three-measure-steps-each-another = write three measure steps, each with another name and one * in it for the value
runner-no-whole-number-seconds = { $length } is no whole number of seconds
runner-write-5s = write such as 5s
runner-every-rate-load-beside-cell = every is for the rate of a load beside the cell
runner-name-load-iops-bytes-per-s = name a load, and iops or bytes_per_s; or leave out every
runner-search-ends-less-where-begins = the search ends at { $to }, which is less than { $from }, where it begins
runner-give-highest-value-no-less-lowest = give a highest value that is no less than the lowest
runner-search-without-limits-finds-highest-value = a search without limits finds its highest value
runner-write-least-limit = write at least one limit
runner-load-beside-cell-never-ends = the load { $name } beside a cell never ends
runner-give-cell-time-load-time-amount = give the cell a time, or the load a time, an amount, passes or a count

# source
runner-none = { $what }: none
runner-what-names = { $what }: { $names }
runner-mean-near-all = did you mean "{ $near }"? { $all }

# standard
runner-not-parameter = "{ $text }" is not a parameter

# step
runner-not-key-matrix-vary = "{ $name }" is not a key that a matrix can vary
runner-matrix-no-value = the matrix has no value for "{ $name }"
runner-write-least-value = write at least one value
runner-limit-search-needs-value = a limit of a search needs one value
runner-step-kind-repeat-needs-know-how = a step of kind repeat needs to know how often
runner-write-either-count-rows = write either count or rows
runner-first-row = the first row has { $first }
runner-rows-name-different-values = rows name different values
runner-write-rows-name = write rows = [ {"{"} name = ".." {"}"}, .. ]
runner-no-rows = there are no rows

# template
runner-write-name-parameter = write { $name } with the name of a parameter
runner-without = "{"{"}" without "{"}"}"
runner-not-name-anything = "{ $named }" is not the name of anything
runner-known-names = known names

# choosing
runner-give-cells-after-choice-names-own = give the cells after a choice names of their own
runner-no-cell-choose-among = there is no cell to choose among
runner-cells-names-measure-steps-before = cells names measure steps before this one
runner-no-choice-take-anything = there is no choice to take anything from
runner-takes-belongs-into-steps-step-kind = takes belongs into the steps of a step of kind choose

# step
runner-limit-below-belong-together = limit and below belong together
runner-rows-values-own = rows have values of their own
runner-use-count-index = use count with index

# check
runner-table = a table
runner-list-square-brackets = a list in square brackets
runner-true-false = true or false
runner-text-quotes = text in quotes

# fit
runner-device-not-support-discard = the device does not support discard
runner-stride = stride
runner-alignment = alignment
runner-block = block

# source
runner-parameters = parameters
runner-accepted = accepted
runner-methods = methods
runner-choices = choices
runner-keys = keys
runner-known-keys = known keys
runner-settings = settings

# planned
runner-nothing = nothing

# check
runner-or = { $one } or { $other }

# probe
runner-probes = probes

# budget
runner-invalid-budget-share = invalid share "{ $text }" of a time budget
runner-write-budget-share = write a share such as 50%
