;; Dot products of one vector with many rows of 8-bit numbers.
;;
;; Rows are signed bytes, `size` each (a multiple of 16), one after another from `row` to `end`; the vector is `size`
;; signed 16-bit numbers at `vector`. One 32-bit sum a row is written to `out`. At least one row.
(module
  (memory (export "memory") 1)
  (func (export "dotRows")
    (param $row i32) (param $end i32) (param $size i32) (param $vector i32) (param $out i32)
    (local $rowEnd i32) (local $at i32) (local $bytes v128) (local $sum v128)
    (loop $rows
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $vector))
      (local.set $rowEnd (i32.add (local.get $row) (local.get $size)))
      (loop $row16
        (local.set $bytes (v128.load (local.get $row)))
        (local.set $sum
          (i32x4.add (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $at)))
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $bytes))
                (v128.load offset=16 (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $row16
          (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $rowEnd))))
      (i32.store (local.get $out)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $end))))))
