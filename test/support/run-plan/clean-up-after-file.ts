import { afterAll } from 'vitest'
import { runCleanUps } from '../harness/clean-up.ts'

// Files share processes and modules. This setup file runs once for each of them, so its hook belongs to each.
afterAll(runCleanUps)
