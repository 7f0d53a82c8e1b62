export type Bytes = AsyncIterable<Buffer>
