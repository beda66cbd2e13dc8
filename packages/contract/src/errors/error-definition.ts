/** What is said of one kind of failure that a caller can meet. Codes are never reused and never change their meaning. */
export interface ErrorText {
  /** HTTP status × 100 + a running number. */
  readonly code: number;
  /** Short title of the documentation page. */
  readonly title: string;
  /** `error.message` of the answer. One fixed sentence. */
  readonly message: string;
  /** What would have been right. First part of `error.details`. */
  readonly expected: string;
  /** Documentation: what causes the answer. */
  readonly when: string;
  /** Documentation: what the caller does about it. */
  readonly action: string;
}

/** The same, and the HTTP status that its code begins with. */
export interface ErrorDefinition extends ErrorText {
  readonly httpStatus: number;
}
