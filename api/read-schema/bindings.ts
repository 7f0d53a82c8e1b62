/** Collects the values of a statement while its text is put together: no value ever becomes text. */
export type Bindings = { readonly values: unknown[]; bind(value: unknown): string }

export function createBindings(): Bindings {
  const values: unknown[] = []
  return {
    values,
    bind(value) {
      values.push(value)
      return `$${values.length}`
    },
  }
}
