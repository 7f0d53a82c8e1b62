const IDS_A_PAGE = 1 << 16

/** A set of ids with one bit each: ids are dense, and a log has millions. */
export class IdSet {
  readonly pages = new Map<number, Uint8Array>()

  add(id: number): void {
    const number = Math.floor(id / IDS_A_PAGE)
    let page = this.pages.get(number)
    if (page === undefined) {
      page = new Uint8Array(IDS_A_PAGE / 8)
      this.pages.set(number, page)
    }
    const bit = id % IDS_A_PAGE
    page[bit >> 3]! |= 1 << (bit & 7)
  }

  has(id: number): boolean {
    const bit = id % IDS_A_PAGE
    const byte = this.pages.get(Math.floor(id / IDS_A_PAGE))?.[bit >> 3] ?? 0
    return (byte & (1 << (bit & 7))) !== 0
  }

  addAll(pages: ReadonlyMap<number, Uint8Array>): void {
    for (const [number, bits] of pages) {
      const page = this.pages.get(number)
      if (page === undefined) this.pages.set(number, bits)
      else for (const [index, byte] of bits.entries()) page[index]! |= byte
    }
  }
}
