/** One partition of a Fetch response, with its batches as they are in the log. The last one may be cut off. */
export type FetchedPartition = {
  readonly error_code: number
  /** The end of the readable records: later ones are not replicated or not committed. */
  readonly stable_end: bigint
  readonly aborted: readonly AbortedTransaction[]
  readonly bytes: Buffer
  /** kafkajs waits this long before its next request. */
  readonly clientSideThrottleTime: number
}

export type AbortedTransaction = { readonly producer_id: bigint; readonly first_offset: bigint }

/** Reads version 11, the response to a request for one partition. */
export async function decodeFetchResponse(payload: Buffer): Promise<FetchedPartition> {
  let at = 0
  const int16 = () => {
    at += 2
    return payload.readInt16BE(at - 2)
  }
  const int32 = () => {
    at += 4
    return payload.readInt32BE(at - 4)
  }
  const int64 = () => {
    at += 8
    return payload.readBigInt64BE(at - 8)
  }

  const clientSideThrottleTime = int32()
  const sessionError = int16()
  int32() // session
  if (sessionError !== 0 || int32() === 0) {
    return {
      error_code: sessionError,
      stable_end: -1n,
      aborted: [],
      bytes: Buffer.alloc(0),
      clientSideThrottleTime,
    }
  }
  const topic_bytes = int16()
  at += topic_bytes
  int32() // count of partitions
  int32() // partition
  const errorCode = int16()
  int64() // high watermark
  const stableEnd = int64()
  int64() // start of the log
  const aborted: AbortedTransaction[] = []
  for (let left = int32(); left > 0; left--) aborted.push({ producer_id: int64(), first_offset: int64() })
  int32() // preferred replica
  const length = Math.max(int32(), 0)
  return {
    error_code: errorCode,
    stable_end: stableEnd,
    aborted,
    bytes: payload.subarray(at, at + length),
    clientSideThrottleTime,
  }
}
