import { createHash } from 'node:crypto'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { References } from '../methods/deriver.ts'
import type { Kind } from '../methods/method.ts'

/** The SHA-256 of what a result is derived from. Equal references have equal keys, whatever the order of their members. */
export const resultKey = <K extends Kind>(references: References[K]): Buffer =>
  createHash('sha256').update(canonicalJson(references)).digest()
