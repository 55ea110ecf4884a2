type Text<Failed> = string | ((failure: Failed) => string)

/** What is wrong and what to do about it. */
type Sentence<Failed> = {
  readonly text: Text<Failed>
  /** A `ken` command that helps, with the words before it. Only the command line shows it. */
  readonly hint?: Text<Failed>
}

/** A field with an invalid value. */
type InvalidField<Failed> = {
  /** Its name in a request. */
  readonly field: Text<Failed>
  /** Its name in a sentence. */
  readonly label: Text<Failed>
  /** What it must be. */
  readonly rule: Text<Failed>
}

/** What a person reads about a failure. */
export type Advice<Failed> = Sentence<Failed> | InvalidField<Failed>
