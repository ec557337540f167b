# error
store-cannot-open-store-only-file-postgresql = cannot open the store { $scheme }://..: only a file or a PostgreSQL database can be a store
store-cannot-open-store-postgres-password-stands = cannot open the store postgres://..: a password stands in its address, where others can read it
store-cannot-open-store-build-iogram-cannot = cannot open the store { $path }: this build of iogram cannot speak to a PostgreSQL server
store-cannot-open-store-no-file-names = cannot open the store { $path }: there is no file { $file }, which { $parameter } names
store-cannot-open-store-server-not-answer = cannot open the store { $path }: its server did not answer within { $waited_s } s
store-cannot-open-store-path-not-utf = cannot open the store { $path }: its path is not UTF-8
store-cannot-open-store-directory = cannot open the store { $path }: it is a directory
store-cannot-open-store = cannot open the store { $path }
store-cannot-open-store-database-another-program = cannot open the store { $path }: it is a database of another program
store-cannot-open-store-schema-version-iogram = cannot open the store { $path }: its schema has version { $found }, this iogram knows versions up to { $known }
store-cannot-start-store-runtime = cannot start the store's runtime
store-cannot-trust-store = cannot trust the store { $path }: { $problem }
store-cannot-find-last-run-store-holds = cannot find the last run: the store { $path } holds none
store-cannot-find-run = cannot find a run "{ $name }"
store-cannot-take-run-process-measures = cannot take run { $run_id }: process { $pid } on { $host } measures it
store-cannot-begin-task-campaign-another-run = cannot begin task { $task_index } of campaign { $campaign }: another run is this part of it
store-cannot-tell-run = cannot tell which run "{ $name }" is: { $ids }
store-cannot-begin-run-store-holds-run = cannot begin run { $id }: the store holds a run with this id
store-cannot-add-cell-run-store-holds = cannot add cell { $position } to run { $run_id }: the store holds a cell there
store-cannot-keep-exactly = cannot keep { $what } exactly
store-cannot-find-drive = cannot find a drive "{ $name }"
store-cannot-give-serial-number-second-drive = cannot give serial number { $serial } to a second drive: it is drive { $drive_id }'s
store-cannot-understand-record-drive = cannot understand the record of a drive
store-cannot-understand-record-run = cannot understand the record of run { $run_id }
store-name-file-runs-sqlite-postgres-user = name a file, such as runs.sqlite, or postgres://USER@HOST/DATABASE
store-leave-out-put-into-pgpass-host = leave it out, and put it into ~/.pgpass (HOST:PORT:DATABASE:USER:PASSWORD, mode 0600) or PGPASSWORD
store-build-cargo-build-release-features-server = build one that can: cargo build --release --features server (or cargo install --path crates/cli --features server)
store-name-file-pem-format-whole-path = name a file in PEM format with its whole path
store-name-file-path-valid-utf-8 = name a file whose path is valid UTF-8
store-name-file-directory-runs-sqlite = name a file in it, such as DIRECTORY/runs.sqlite
store-name-file-iogram-new = name a file of iogram, or a new one
store-name-another-file-directory-write-new = name another file, in a directory that you may write to; a new one is made if it does not exist
store-name-another-file-new-made-not = name another file; a new one is made if it does not exist
store-update-iogram-name-another-store = update iogram, or name another store
store-look-limit-threads-open-files-ulimit = look at the limit of threads and open files (ulimit -a)
store-measure-something-first-name-another-store = measure something first, or name another store
store-list-runs-store-iogram-runs = list the runs of the store with `iogram runs`
store-wait-end-end = wait for its end, or end it
store-another-program-began-meanwhile-start-task = another program began it meanwhile: start the task again, and it goes on
store-type-more-id = type more of the id
store-kept-never-replaced-remove-run-first = what is kept is never replaced; remove the run first
store-holds-figure-not-finite-number-text = it holds a figure that is not a finite number, or a text that reads back as another; this is a defect of iogram, please report it
store-list-drives-iogram-drive-list = list the drives with `iogram drive list`
store-remove-iogram-drive-detach = remove it there with `iogram drive detach`
store-newer-iogram-kept-drive-update-iogram = if a newer iogram kept this drive, update iogram
store-newer-iogram-made-run-update-iogram = if a newer iogram made this run, update iogram
store-free-space-file-system-holds-store = free space on the file system that holds the store
store-make-store-file-directory-writable-name = make the store's file and its directory writable, or name another store
store-another-program-using-store-end-try = another program is using the store; end it and try again
store-look-permissions-file-directory-name-another = look at the permissions of the file and its directory, or name another store
store-move-file-away-left-taken-out = move the file away; what is left in it can be taken out with `sqlite3 FILE .recover`
store-look-kernel-log-errors-drive-holds = look at the kernel's log for errors of the drive that holds the store
store-see-whether-server-runs-reached-pg = see whether the server runs and can be reached (pg_isready -h HOST); what is kept is not lost: try again
store-give-certificate-whoever-signed-sslrootcert-file = give the certificate of whoever signed it with sslrootcert=FILE in the address
store-name-host-certificate-trust-whoever-signed = name the host as its certificate does, or trust whoever signed it for any host: sslmode=verify-ca
store-look-computer-clock-date-right-server = look at this computer's clock and date; if they are right, the server needs a new certificate
store-try-again-minute-another-program-writes = try again in a minute: another program writes this, or the server has not noticed yet that a connection broke
store-turn-tls-ssl-sslmode-address-asks = turn TLS on there (ssl = on): sslmode in the address asks for it
store-look-user-address-password-pgpass-mode = look at the user in the address, and at its password in ~/.pgpass (mode 0600) or PGPASSWORD
store-ask-looks-after-server-role-reader = ask who looks after the server for the role: reader, bench or admin (deploy/postgres/roles.sql)
store-make-first-createdb-h-host-database = make it first: createdb -h HOST DATABASE
store-free-space-memory-server-nothing-being = free space or memory on the server; nothing of what was being written is kept
store-try-again-moment-raise-server-max = try again in a moment, or raise the server's max_connections
store-name-server-takes-changes-not-standby = name the server that takes changes, not its standby
store-look-server-log-restore-last-backup = look at the server's log, and restore its last backup

# lib

# reading

# campaigns

# figures

# drives

# lib

# leases

# reading
store-cannot-list-newest-runs-store = cannot list the newest runs of the store { $path }
store-cannot-read-run-store = cannot read run { $id } from the store { $path }

# campaigns
store-cannot-list-runs-campaign-store = cannot list the runs of a campaign in the store { $path }
store-cannot-write-run-store = cannot write run { $run_id } to the store { $path }
store-cannot-read-run-store-run-id-path = cannot read run { $run_id } from the store { $path }

# figures
store-cannot-look-figures-store = cannot look for figures in the store { $path }

# drives
store-cannot-list-drives-store = cannot list the drives of the store { $path }
store-cannot-write-drive-store = cannot write drive { $id } to the store { $path }
store-cannot-remove-drive-store = cannot remove drive { $id } from the store { $path }
store-cannot-attach-run-store = cannot attach run { $run_id } in the store { $path }
store-cannot-detach-run-store = cannot detach run { $run_id } in the store { $path }
store-cannot-list-runs-drive-store = cannot list the runs of drive { $drive_id } in the store { $path }
store-cannot-find-drive-run-store = cannot find the drive of run { $run_id } in the store { $path }

# lib
store-cannot-bring-up-date-store = cannot bring up to date the store { $path }
store-cannot-find-last-run-store = cannot find the last run in the store { $path }
store-cannot-list-runs-store = cannot list the runs of the store { $path }
store-cannot-ask-time-store = cannot ask for the time of the store { $path }
store-cannot-set-up-store = cannot set up the store { $path }
store-cannot-check-store = cannot check the store { $path }
store-cannot-ask-store = cannot ask the store { $path }
store-cannot-write-store = cannot write to the store { $path }
store-cannot-write-run-store-id-path = cannot write run { $id } to the store { $path }
store-cannot-remove-cells-run-store = cannot remove cells of run { $run_id } from the store { $path }
store-cannot-write-end-run-store = cannot write the end of run { $id } to the store { $path }
store-cannot-find-run-store = cannot find run { $name } in the store { $path }
store-cannot-read-rates-run-store = cannot read the rates of run { $id } from the store { $path }
store-cannot-remove-run-store = cannot remove run { $id } from the store { $path }
store-cannot-read-owner-run-store = cannot read the owner of run { $run_id } from the store { $path }
store-cannot-claim-run-store = cannot claim run { $run_id } in the store { $path }
store-cannot-keep-run-store = cannot keep run { $run_id } in the store { $path }
store-cannot-release-run-store = cannot release run { $run_id } in the store { $path }
store-cannot-write-cell-run-store = cannot write cell { $position } of run { $run_id } to the store { $path }

# leases
store-cannot-renew-lease-store = cannot renew a lease in the store { $path }
store-cannot-let-go-lease-store = cannot let go of a lease in the store { $path }
store-cannot-list-leases-store = cannot list the leases of the store { $path }

# lib
store-cannot-remove-run-store-run-id-path = cannot remove run { $run_id } in the store { $path }

# leases
store-cannot-take-lease-drive-store = cannot take the lease of a drive in the store { $path }

# lib
store-cannot-write-cell-run-store-run-id-path = cannot write a cell of run { $run_id } in the store { $path }
store-cannot-write-end-run-store-run-id-path = cannot write the end of run { $run_id } in the store { $path }

# copy
store-cannot-write-run-store-run-id-path = cannot write run { $run_id } in the store { $path }
