import { LegislogError } from '../../schemas/errors.ts'

export function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0 && text.trim() !== '') return number
  throw new LegislogError('usage', `${name} is ${JSON.stringify(text)}; it must be a whole number`)
}
