import { describe, expect, it } from 'vitest'
import { derivationProblem } from '../../../api/http/derivation-problem.ts'
import { LegislogError } from '../../../schemas/errors.ts'

const answerOf = (code: LegislogError['code']) => {
  const answer = derivationProblem(new LegislogError(code, 'why'))
  return answer && [answer.status, answer.code, answer.extras.headers?.['retry-after']]
}

describe('a result that cannot be derived', () => {
  it('is answered with a time to ask again if it may be derived later', () => {
    expect(answerOf('derive_timeout')).toEqual([503, 'timeout', '60'])
    expect(answerOf('derive_busy')).toEqual([503, 'overloaded', '5'])
    expect(answerOf('object_missing')).toEqual([503, 'not_ready', '30'])
  })

  it('is answered with 404 if its text is too large', () => {
    expect(answerOf('text_too_large')).toEqual([404, 'text_not_available', undefined])
  })

  it('is an internal failure if a method fails', () => {
    expect(answerOf('derive_failed')).toBeUndefined()
    expect(derivationProblem(new Error('why'))).toBeUndefined()
  })
})
