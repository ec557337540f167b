# error
bundle-no-zip-archive-end-missing = it is not a ZIP archive, or its end is missing
bundle-archive-damaged = the archive is damaged: { $what }
bundle-no-archive-kind = unsupported archive: { $what }
bundle-holds-more-files-bundle = it contains more than the files of a bundle: { $what }
bundle-in-it = its file { $path }: { $what }
bundle-holds-bytes-most-read = it contains { $is_bytes } bytes; the limit is { $limit_bytes }
bundle-no-manifest-json = it has no manifest.json
bundle-manifest-json-cannot-read = cannot read its manifest.json: { $reason }
bundle-format-version-not-know = this version does not support its format { $format }
bundle-use-version-iogram-made-newer = use the version of iogram that made it, or a newer one
bundle-name-file-iogram-bundle-wrote-folder = name a file that "iogram bundle" wrote, or the folder with its unpacked files
bundle-ask-file-again-unpack-open-folder = request the file again, or unpack it and open the folder, which has only the files
bundle-ask-file-again = request the file again

# hide
bundle-serial-number = serial number
bundle-world-wide-name = world-wide name
bundle-computer-name = computer's name
bundle-user-name = user's name
bundle-hash-imported-file = hash of the imported file

# manifest
bundle-no-manifest-bundle = it is not a manifest of a bundle
bundle-names-file = it lists an invalid path { $path }

# unpack
bundle-compressed-another-way-bundles = its compression method is not that of bundles
bundle-more-about-bundles-another-program-give = it has extra fields, which bundles lack: another program may read another name or size
bundle-beside-folder-bundle = it is outside the bundle's folder
bundle-two-name = two files have this name
bundle-directory-cut-off = its directory ends too early
bundle-several-volumes = it has several volumes
bundle-form-very-large-archives = it has the format of very large archives (ZIP64)
bundle-more-files-any-bundle = it has more files than any bundle
bundle-comment = it has a comment
bundle-bytes-behind-end = it has bytes after its end
bundle-bytes-between-directory-end = it has bytes between its directory and its end
bundle-bytes-before-first-file = it has bytes before its first file
bundle-lies-where-another-directory = it overlaps another file or the directory
bundle-bytes-between-files-between-directory = it has bytes between its files, or between them and its directory
bundle-encrypted = it is encrypted
bundle-no-regular-file = it is not a regular file
bundle-name-leads-elsewhere-none-bundles = its name leads elsewhere, or is not one that bundles have
bundle-stands-before-data-not-directory-says = the header before its data contradicts the directory
bundle-damaged-cannot-decompressed = it is damaged: it cannot be decompressed
bundle-bytes-behind-compressed-data = it has bytes after its compressed data
bundle-another-size-archive-says = its size differs from the archive's directory
bundle-damaged-checksum-another = it is damaged: its checksum is wrong
bundle-cut-off-not-where-directory-says = it ends too early, or is not at its place in the directory

# hide
bundle-label = label

# hide
bundle-path = path
