import { describe, expect, it } from 'vitest'
import { createTokenMemory, type TokenValue } from '../../../../api/accounts/tokens/token-memory.ts'
import { createManualClock } from '../../../support/clocks/manual-clock.ts'

const SECONDS = 1_000

function memoryOf(tokens: Map<string, TokenValue<string>>) {
  const clock = createManualClock('2026-03-01T12:00:00Z')
  const asked: string[] = []
  const read = async (sha256: string) => {
    asked.push(sha256)
    return tokens.get(sha256)
  }
  return { clock, asked, memory: createTokenMemory<string>({ clock, most_tokens: 10, read }) }
}
const lasting = (value: string): TokenValue<string> => ({ value, ends_at_ms: Number.POSITIVE_INFINITY })

describe('a memory of tokens', () => {
  it('asks once for ten seconds, for known and for unknown tokens', async () => {
    const { clock, asked, memory } = memoryOf(new Map([['a', lasting('one')]]))
    expect([await memory.find('a'), await memory.find('a')]).toEqual(['one', 'one'])
    expect([await memory.find('b'), await memory.find('b')]).toEqual([undefined, undefined])
    expect(asked).toEqual(['a', 'b'])
    clock.advance(10 * SECONDS + 1)
    await memory.find('a')
    await memory.find('b')
    expect(asked).toEqual(['a', 'b', 'a', 'b'])
  })

  it('gives nothing for a token that has ended, though it is remembered', async () => {
    const ends_at_ms = Date.parse('2026-03-01T12:00:01Z')
    const { clock, asked, memory } = memoryOf(new Map([['a', { value: 'one', ends_at_ms }]]))
    expect(await memory.find('a')).toBe('one')
    clock.advance(SECONDS)
    expect(await memory.find('a')).toBeUndefined()
    expect(asked).toEqual(['a'])
  })

  it('forgets a token at once, or all that give a value', async () => {
    const { asked, memory } = memoryOf(new Map([['a', lasting('one')]]))
    await memory.find('a')
    memory.forget('a')
    await memory.find('a')
    await memory.find('b')
    memory.forgetWhere((value) => value === 'one')
    await memory.find('a')
    await memory.find('b')
    expect(asked).toEqual(['a', 'a', 'b', 'a', 'b'])
  })
})
