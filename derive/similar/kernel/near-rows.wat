;; Compares one row with many: by the signs of vectors, then by their bytes. Loops over millions of rows take a fifth of
;; the time that JavaScript takes, because the processor counts bits and multiplies sixteen bytes at once.
;; `node test/support/derive/assemble-kernel.ts` writes near-rows.wasm.
(module
  (import "rows" "memory" (memory 1 65536 shared))

  ;; Writes the numbers of the rows whose signs differ in at most `limit` bits from those at `own`, counted from 0, and
  ;; gives how many these are. Each row has `bytes` bytes of signs, a multiple of 16.
  (func (export "near")
    (param $own i32) (param $signs i32) (param $rows i32) (param $bytes i32) (param $limit i32) (param $out i32)
    (result i32)
    (local $row i32) (local $at i32) (local $differing i64) (local $found i32)
    (block $done
      (loop $next_row
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $at (i32.const 0))
        (local.set $differing (i64.const 0))
        (loop $next_bits
          (local.set $differing (i64.add (local.get $differing) (i64.add
            (i64.popcnt (i64.xor
              (i64.load (i32.add (local.get $own) (local.get $at)))
              (i64.load (i32.add (local.get $signs) (local.get $at)))))
            (i64.popcnt (i64.xor
              (i64.load offset=8 (i32.add (local.get $own) (local.get $at)))
              (i64.load offset=8 (i32.add (local.get $signs) (local.get $at))))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next_bits (i32.lt_u (local.get $at) (local.get $bytes))))
        ;; Always written: the next row overwrites it if it is not near.
        (i32.store (i32.add (local.get $out) (i32.shl (local.get $found) (i32.const 2))) (local.get $row))
        (local.set $found (i32.add (local.get $found)
          (i32.le_u (i32.wrap_i64 (local.get $differing)) (local.get $limit))))
        (local.set $signs (i32.add (local.get $signs) (local.get $bytes)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next_row)))
    (local.get $found))

  ;; The sum of the products of two rows of signed bytes, a multiple of 16 each.
  (func (export "product") (param $one i32) (param $other i32) (param $bytes i32) (result i32)
    (local $at i32) (local $sums v128) (local $a v128) (local $b v128)
    (loop $next
      (local.set $a (v128.load (i32.add (local.get $one) (local.get $at))))
      (local.set $b (v128.load (i32.add (local.get $other) (local.get $at))))
      (local.set $sums (i32x4.add (local.get $sums) (i32x4.add
        (i32x4.dot_i16x8_s
          (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))
        (i32x4.dot_i16x8_s
          (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $bytes))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums))))))
