export type Encoding = 'br' | 'gzip'

/**
 * Chooses the best of our encodings that Accept-Encoding accepts, by its q and then by our order. undefined
 * if there is none.
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    if (name !== '' && weight >= 0 && weight <= 1) weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(best) > 0 ? best : undefined
}
