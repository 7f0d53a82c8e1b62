import { readFileSync } from 'node:fs'

/** The functions of near-rows.wat. All numbers but `rows`, `bytes` and `limit` are addresses in the memory. */
export type NearRows = {
  near(own: number, signs: number, rows: number, bytes: number, limit: number, out: number): number
  product(one: number, other: number, bytes: number): number
}

const binary = new WebAssembly.Module(readFileSync(new URL('./near-rows.wasm', import.meta.url)))

export const PAGE_BYTES = 65_536
/** 4 GB, the largest memory of WebAssembly: nine million bills with vectors of 384 numbers. */
const MOST_PAGES = 65_536

/** A memory that threads can share. It only grows. */
export const createRowMemory = (pages: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true })

export const openNearRows = (memory: WebAssembly.Memory): NearRows =>
  new WebAssembly.Instance(binary, { rows: { memory } }).exports as NearRows
