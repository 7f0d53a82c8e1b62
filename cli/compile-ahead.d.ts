/** Lets Node compile the code of all commands into its cache, unless it has done so since the last change. */
export function compileAhead(of: {
  readonly node: string
  readonly folder: string
  readonly cache: string
}): Promise<void>
