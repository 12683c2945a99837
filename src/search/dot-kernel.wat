;; Dot products of a vector with rows of 8-bit numbers that are split into two planes.
;;
;; A row's numbers plus 128 are two half-bytes each: the high halves are in one plane, the low halves in the other. A plane has
;; `half` bytes a row (a multiple of 16). Of 16 bytes, byte j holds the halves of number j (its low four bits) and of number
;; j + 16 (its high four bits) of 32 numbers.
(module
  (memory (export "memory") 1)

  ;; For each row of a plane from `row` to before `end`: the sum of its half-bytes times the signed bytes at `vector`. One 32-bit
  ;; sum a row is written to `out`. At least one row.
  ;; The relaxed product is exact: its second operand is below 16. Two of them fit 13 bits, eight such sums 16 bits.
  (func (export "dotHalves")
    (param $row i32) (param $end i32) (param $half i32) (param $vector i32) (param $out i32)
    (local $rowEnd i32) (local $fours i32) (local $at i32) (local $bytes v128) (local $pairs v128) (local $sum v128)
    (loop $rows
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $vector))
      (local.set $rowEnd (i32.add (local.get $row) (local.get $half)))
      (local.set $fours (i32.add (local.get $row) (i32.and (local.get $half) (i32.const -64))))
      (if (i32.lt_u (local.get $row) (local.get $fours))
        (then
          (loop $four
            (local.set $bytes (v128.load (local.get $row)))
            (local.set $pairs
              (i16x8.add
                (i16x8.relaxed_dot_i8x16_i7x16_s
                  (v128.load (local.get $at))
                  (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                (i16x8.relaxed_dot_i8x16_i7x16_s
                  (v128.load offset=16 (local.get $at))
                  (v128.and
                    (i16x8.shr_u (local.get $bytes) (i32.const 4))
                    (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))))
            (local.set $bytes (v128.load offset=16 (local.get $row)))
            (local.set $pairs
              (i16x8.add (local.get $pairs)
                (i16x8.add
                  (i16x8.relaxed_dot_i8x16_i7x16_s
                    (v128.load offset=32 (local.get $at))
                    (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                  (i16x8.relaxed_dot_i8x16_i7x16_s
                    (v128.load offset=48 (local.get $at))
                    (v128.and
                      (i16x8.shr_u (local.get $bytes) (i32.const 4))
                      (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
            (local.set $bytes (v128.load offset=32 (local.get $row)))
            (local.set $pairs
              (i16x8.add (local.get $pairs)
                (i16x8.add
                  (i16x8.relaxed_dot_i8x16_i7x16_s
                    (v128.load offset=64 (local.get $at))
                    (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                  (i16x8.relaxed_dot_i8x16_i7x16_s
                    (v128.load offset=80 (local.get $at))
                    (v128.and
                      (i16x8.shr_u (local.get $bytes) (i32.const 4))
                      (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
            (local.set $bytes (v128.load offset=48 (local.get $row)))
            (local.set $pairs
              (i16x8.add (local.get $pairs)
                (i16x8.add
                  (i16x8.relaxed_dot_i8x16_i7x16_s
                    (v128.load offset=96 (local.get $at))
                    (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                  (i16x8.relaxed_dot_i8x16_i7x16_s
                    (v128.load offset=112 (local.get $at))
                    (v128.and
                      (i16x8.shr_u (local.get $bytes) (i32.const 4))
                      (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
            (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s (local.get $pairs))))
            (local.set $at (i32.add (local.get $at) (i32.const 128)))
            (br_if $four
              (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 64))) (local.get $fours))))))
      (if (i32.lt_u (local.get $row) (local.get $rowEnd))
        (then
          (loop $one
            (local.set $bytes (v128.load (local.get $row)))
            (local.set $sum
              (i32x4.add (local.get $sum)
                (i32x4.extadd_pairwise_i16x8_s
                  (i16x8.add
                    (i16x8.relaxed_dot_i8x16_i7x16_s
                      (v128.load (local.get $at))
                      (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                    (i16x8.relaxed_dot_i8x16_i7x16_s
                      (v128.load offset=16 (local.get $at))
                      (v128.and
                        (i16x8.shr_u (local.get $bytes) (i32.const 4))
                        (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))))))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (br_if $one
              (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $rowEnd))))))
      (i32.store (local.get $out)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $end)))))

  ;; Of `rows` products at `products`, those whose estimate (16 · product + offset) · factor is at least `least`: writes their places
  ;; to `out`, 32 bits each, and returns how many there are. Four at once, so up to three places behind the rows may be among them.
  (func (export "pickRows")
    (param $products i32) (param $factors i32) (param $rows i32) (param $offset f32) (param $least f32) (param $out i32)
    (result i32)
    (local $row i32) (local $from i32) (local $mask i32)
    (local.set $from (local.get $out))
    (loop $fours
      (local.set $mask
        (i32x4.bitmask
          (f32x4.ge
            (f32x4.mul
              (f32x4.add
                (f32x4.mul
                  (f32x4.convert_i32x4_s (v128.load (local.get $products)))
                  (v128.const f32x4 16 16 16 16))
                (f32x4.splat (local.get $offset)))
              (v128.load (local.get $factors)))
            (f32x4.splat (local.get $least)))))
      (block $none
        (loop $each
          (br_if $none (i32.eqz (local.get $mask)))
          (i32.store (local.get $out) (i32.add (local.get $row) (i32.ctz (local.get $mask))))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
          (br $each)))
      (local.set $products (i32.add (local.get $products) (i32.const 16)))
      (local.set $factors (i32.add (local.get $factors) (i32.const 16)))
      (br_if $fours (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))
    (i32.shr_u (i32.sub (local.get $out) (local.get $from)) (i32.const 2)))

  ;; The product of one row, of which the halves are at `high` and `low`, with the signed 16-bit numbers at `vector`.
  (func (export "dotRow")
    (param $high i32) (param $low i32) (param $half i32) (param $vector i32) (result i32)
    (local $end i32) (local $highs v128) (local $lows v128) (local $bytes v128) (local $sum v128)
    (local.set $end (i32.add (local.get $high) (local.get $half)))
    (loop $steps
      (local.set $highs (v128.load (local.get $high)))
      (local.set $lows (v128.load (local.get $low)))
      ;; Flipping the highest bit subtracts 128.
      (local.set $bytes
        (v128.xor
          (v128.or
            (i16x8.shl
              (v128.and (local.get $highs) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
              (i32.const 4))
            (v128.and (local.get $lows) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (v128.const i32x4 0x80808080 0x80808080 0x80808080 0x80808080)))
      (local.set $sum
        (i32x4.add (local.get $sum)
          (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $vector)))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $vector))))))
      (local.set $bytes
        (v128.xor
          (v128.or
            (v128.and (local.get $highs) (v128.const i32x4 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0))
            (v128.and
              (i16x8.shr_u (local.get $lows) (i32.const 4))
              (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (v128.const i32x4 0x80808080 0x80808080 0x80808080 0x80808080)))
      (local.set $sum
        (i32x4.add (local.get $sum)
          (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load offset=32 (local.get $vector)))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=48 (local.get $vector))))))
      (local.set $vector (i32.add (local.get $vector) (i32.const 64)))
      (local.set $low (i32.add (local.get $low) (i32.const 16)))
      (br_if $steps (i32.lt_u (local.tee $high (i32.add (local.get $high) (i32.const 16))) (local.get $end))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
