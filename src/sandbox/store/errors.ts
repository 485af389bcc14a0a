/** The store cannot be used at the moment: the disk is full, the file is locked. Nothing of the call has happened. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A file or a snapshot was written by another version of the package, or is none. */
export class StateVersionError extends Error {
  override readonly name = 'StateVersionError';
}
