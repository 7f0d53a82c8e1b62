/** `1ST`, `22ND`, `113TH`. */
export function ordinal(number: number): string {
  const teens = number % 100 >= 11 && number % 100 <= 13
  const ending = teens ? 'TH' : (['TH', 'ST', 'ND', 'RD'][number % 10] ?? 'TH')
  return `${number}${ending}`
}
