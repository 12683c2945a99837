;; The arithmetic of a BERT encoder: matrices of 8-bit weights times 16-bit activations or of 4-bit weights times 8-bit
;; activations, and what lies between them in 32-bit floating point. Every operation is one that the WebAssembly specification
;; fixes to the bit for the numbers that it gets here, so a text has the same weights on every machine. All addresses are in bytes. Tokens come in fours; `quantise` fills up the last four.
(module
  (memory (export "memory") 1)

  ;; Activations [tokens × width] of 32-bit floats at `from` become 16-bit integers at `to` and a scale for each token at
  ;; `scales`: a token's largest magnitude becomes `limit`. Laid out for `project`: tokens in fours, and of four tokens two
  ;; columns together, [tokens / 4][width / 2][4 tokens][2 columns]. What is missing to a multiple of four tokens repeats the
  ;; last token. `width` is a multiple of 8.
  (func (export "quantise")
    (param $from i32) (param $width i32) (param $tokens i32) (param $limit f32) (param $to i32) (param $scales i32)
    (local $token i32) (local $row i32) (local $at i32) (local $end i32) (local $out i32)
    (local $most v128) (local $most32 f32) (local $factor v128) (local $numbers v128)
    (loop $tokens
      (local.set $row
        (i32.add (local.get $from)
          (i32.mul
            (select (local.get $token) (i32.sub (local.get $tokens) (i32.const 1))
              (i32.lt_u (local.get $token) (local.get $tokens)))
            (i32.shl (local.get $width) (i32.const 2)))))
      (local.set $end (i32.add (local.get $row) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $most (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $row))
      (loop $columns
        (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
        (br_if $columns (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $most32
        (f32.max
          (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
          (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
      (f32.store (i32.add (local.get $scales) (i32.shl (local.get $token) (i32.const 2)))
        (f32.div (local.get $most32) (local.get $limit)))
      (local.set $factor
        (f32x4.splat
          (select (f32.div (local.get $limit) (local.get $most32)) (f32.const 0) (f32.gt (local.get $most32) (f32.const 0)))))
      (local.set $out
        (i32.add
          (i32.add (local.get $to)
            (i32.mul (i32.and (local.get $token) (i32.const -4)) (i32.shl (local.get $width) (i32.const 1))))
          (i32.shl (i32.and (local.get $token) (i32.const 3)) (i32.const 2))))
      (local.set $at (local.get $row))
      (loop $columns
        (local.set $numbers
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s
              (f32x4.nearest (f32x4.mul (v128.load (local.get $at)) (local.get $factor))))
            (i32x4.trunc_sat_f32x4_s
              (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $at)) (local.get $factor))))))
        (v128.store32_lane 0 (local.get $out) (local.get $numbers))
        (v128.store32_lane offset=16 1 (local.get $out) (local.get $numbers))
        (v128.store32_lane offset=32 2 (local.get $out) (local.get $numbers))
        (v128.store32_lane offset=48 3 (local.get $out) (local.get $numbers))
        (local.set $out (i32.add (local.get $out) (i32.const 64)))
        (br_if $columns (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
      (br_if $tokens
        (i32.lt_u
          (local.tee $token (i32.add (local.get $token) (i32.const 1)))
          (i32.and (i32.add (local.get $tokens) (i32.const 3)) (i32.const -4))))))

  ;; Eight sums of one token become eight floats: sum × the token's scale × the row's scale + the row's bias. Where what
  ;; stands at `out` is larger, it stays; `fresh` set to ones makes no number of it, and nothing is smaller than that.
  (func $finish
    (param $low v128) (param $high v128) (param $scale i32) (param $rowScales i32) (param $biases i32)
    (param $out i32) (param $fresh v128)
    (local $factor v128)
    (local.set $factor (v128.load32_splat (local.get $scale)))
    (v128.store (local.get $out)
      (f32x4.pmax
        (f32x4.add
          (f32x4.mul
            (f32x4.mul (f32x4.convert_i32x4_s (local.get $low)) (local.get $factor))
            (v128.load (local.get $rowScales)))
          (v128.load (local.get $biases)))
        (v128.or (v128.load (local.get $out)) (local.get $fresh))))
    (v128.store offset=16 (local.get $out)
      (f32x4.pmax
        (f32x4.add
          (f32x4.mul
            (f32x4.mul (f32x4.convert_i32x4_s (local.get $high)) (local.get $factor))
            (v128.load offset=16 (local.get $rowScales)))
          (v128.load offset=16 (local.get $biases)))
        (v128.or (v128.load offset=16 (local.get $out)) (local.get $fresh)))))

  ;; Quantised activations times a matrix: at `out`, [tokens × rows] floats, `stride` bytes from token to token. With a stride
  ;; of 0 all tokens share one row, which keeps the largest number of each column, those that stood there included. Weights are
  ;; signed bytes, rows in eights, and of eight rows two columns together, [rows / 8][width / 2][8 rows][2 columns]; each row
  ;; has a scale and a bias. Eight rows and four tokens at once: the eight sums stay in registers.
  (func (export "project")
    (param $from i32) (param $scales i32) (param $width i32) (param $tokens i32)
    (param $weights i32) (param $rowScales i32) (param $biases i32) (param $rows i32) (param $out i32) (param $stride i32)
    (local $row i32) (local $token i32) (local $x i32) (local $w i32) (local $end i32) (local $at i32)
    (local $low v128) (local $high v128) (local $pair v128) (local $fresh v128)
    (local $low0 v128) (local $low1 v128) (local $low2 v128) (local $low3 v128)
    (local $high0 v128) (local $high1 v128) (local $high2 v128) (local $high3 v128)
    (local.set $fresh (i32x4.splat (select (i32.const -1) (i32.const 0) (local.get $stride))))
    (loop $rows
      (local.set $token (i32.const 0))
      (local.set $x (local.get $from))
      (local.set $at (local.get $out))
      (loop $tokens
        (local.set $low0 (v128.const i32x4 0 0 0 0))
        (local.set $low1 (v128.const i32x4 0 0 0 0))
        (local.set $low2 (v128.const i32x4 0 0 0 0))
        (local.set $low3 (v128.const i32x4 0 0 0 0))
        (local.set $high0 (v128.const i32x4 0 0 0 0))
        (local.set $high1 (v128.const i32x4 0 0 0 0))
        (local.set $high2 (v128.const i32x4 0 0 0 0))
        (local.set $high3 (v128.const i32x4 0 0 0 0))
        (local.set $w (local.get $weights))
        (local.set $end (i32.add (local.get $weights) (i32.shl (local.get $width) (i32.const 3))))
        (loop $columns
          (local.set $low (v128.load8x8_s (local.get $w)))
          (local.set $high (v128.load8x8_s offset=8 (local.get $w)))
          (local.set $pair (v128.load32_splat (local.get $x)))
          (local.set $low0 (i32x4.add (local.get $low0) (i32x4.dot_i16x8_s (local.get $low) (local.get $pair))))
          (local.set $high0 (i32x4.add (local.get $high0) (i32x4.dot_i16x8_s (local.get $high) (local.get $pair))))
          (local.set $pair (v128.load32_splat offset=4 (local.get $x)))
          (local.set $low1 (i32x4.add (local.get $low1) (i32x4.dot_i16x8_s (local.get $low) (local.get $pair))))
          (local.set $high1 (i32x4.add (local.get $high1) (i32x4.dot_i16x8_s (local.get $high) (local.get $pair))))
          (local.set $pair (v128.load32_splat offset=8 (local.get $x)))
          (local.set $low2 (i32x4.add (local.get $low2) (i32x4.dot_i16x8_s (local.get $low) (local.get $pair))))
          (local.set $high2 (i32x4.add (local.get $high2) (i32x4.dot_i16x8_s (local.get $high) (local.get $pair))))
          (local.set $pair (v128.load32_splat offset=12 (local.get $x)))
          (local.set $low3 (i32x4.add (local.get $low3) (i32x4.dot_i16x8_s (local.get $low) (local.get $pair))))
          (local.set $high3 (i32x4.add (local.get $high3) (i32x4.dot_i16x8_s (local.get $high) (local.get $pair))))
          (local.set $x (i32.add (local.get $x) (i32.const 16)))
          (br_if $columns (i32.lt_u (local.tee $w (i32.add (local.get $w) (i32.const 16))) (local.get $end))))
        (call $finish (local.get $low0) (local.get $high0)
          (i32.add (local.get $scales) (i32.shl (local.get $token) (i32.const 2)))
          (local.get $rowScales) (local.get $biases) (local.get $at) (local.get $fresh))
        (call $finish (local.get $low1) (local.get $high1)
          (i32.add (local.get $scales) (i32.shl (i32.add (local.get $token) (i32.const 1)) (i32.const 2)))
          (local.get $rowScales) (local.get $biases)
          (local.tee $at (i32.add (local.get $at) (local.get $stride))) (local.get $fresh))
        (call $finish (local.get $low2) (local.get $high2)
          (i32.add (local.get $scales) (i32.shl (i32.add (local.get $token) (i32.const 2)) (i32.const 2)))
          (local.get $rowScales) (local.get $biases)
          (local.tee $at (i32.add (local.get $at) (local.get $stride))) (local.get $fresh))
        (call $finish (local.get $low3) (local.get $high3)
          (i32.add (local.get $scales) (i32.shl (i32.add (local.get $token) (i32.const 3)) (i32.const 2)))
          (local.get $rowScales) (local.get $biases)
          (local.tee $at (i32.add (local.get $at) (local.get $stride))) (local.get $fresh))
        (local.set $at (i32.add (local.get $at) (local.get $stride)))
        (br_if $tokens
          (i32.lt_u (local.tee $token (i32.add (local.get $token) (i32.const 4))) (local.get $tokens))))
      (local.set $weights (local.get $end))
      (local.set $rowScales (i32.add (local.get $rowScales) (i32.const 32)))
      (local.set $biases (i32.add (local.get $biases) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $rows (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 8))) (local.get $rows)))))

  ;; Activations [tokens × width] of 32-bit floats at `from` become 8-bit integers at `to`, in groups of 32 columns with a
  ;; scale for each group of each token: a group's largest magnitude becomes 127. Laid out for `projectGroups`: tokens in fours
  ;; and, for each group of columns, 160 bytes: 4 scales; 4 pairs of 16-bit sums, which a product with weights from 0 to 15
  ;; begins with so that they count as −8 to 7; and [8 quads of columns][4 tokens][4 columns]. What is missing to a multiple of
  ;; four tokens repeats the last token. `width` is a multiple of 32.
  (func (export "quantiseGroups") (param $from i32) (param $width i32) (param $tokens i32) (param $to i32)
    (local $token i32) (local $at i32) (local $end i32) (local $out i32) (local $most v128) (local $most32 f32)
    (local $factor v128) (local $half i32) (local $numbers v128) (local $sums v128)
    (loop $tokens
      (local.set $at
        (i32.add (local.get $from)
          (i32.mul
            (select (local.get $token) (i32.sub (local.get $tokens) (i32.const 1))
              (i32.lt_u (local.get $token) (local.get $tokens)))
            (i32.shl (local.get $width) (i32.const 2)))))
      (local.set $end (i32.add (local.get $at) (i32.shl (local.get $width) (i32.const 2))))
      ;; Four tokens take 5 bytes a column: 160 for 32 columns.
      (local.set $out
        (i32.add
          (i32.add (local.get $to)
            (i32.mul (i32.shr_u (local.get $token) (i32.const 2)) (i32.mul (local.get $width) (i32.const 5))))
          (i32.shl (i32.and (local.get $token) (i32.const 3)) (i32.const 2))))
      (loop $groups
        (local.set $most
          (f32x4.max
            (f32x4.max
              (f32x4.max
                (f32x4.abs (v128.load (local.get $at))) (f32x4.abs (v128.load offset=16 (local.get $at))))
              (f32x4.max
                (f32x4.abs (v128.load offset=32 (local.get $at))) (f32x4.abs (v128.load offset=48 (local.get $at)))))
            (f32x4.max
              (f32x4.max
                (f32x4.abs (v128.load offset=64 (local.get $at))) (f32x4.abs (v128.load offset=80 (local.get $at))))
              (f32x4.max
                (f32x4.abs (v128.load offset=96 (local.get $at))) (f32x4.abs (v128.load offset=112 (local.get $at)))))))
        (local.set $most32
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
            (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
        (f32.store (local.get $out) (f32.div (local.get $most32) (f32.const 127)))
        (local.set $factor
          (f32x4.splat
            (select (f32.div (f32.const 127) (local.get $most32)) (f32.const 0)
              (f32.gt (local.get $most32) (f32.const 0)))))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $half (i32.const 0))
        (loop $halves
          (local.set $numbers
            (i8x16.narrow_i16x8_s
              (call $rounded8 (local.get $at) (local.get $factor))
              (call $rounded8 (i32.add (local.get $at) (i32.const 32)) (local.get $factor))))
          (local.set $sums
            (i16x8.add (local.get $sums) (i16x8.extadd_pairwise_i8x16_s (local.get $numbers))))
          (v128.store32_lane offset=32 0 (i32.add (local.get $out) (local.get $half)) (local.get $numbers))
          (v128.store32_lane offset=48 1 (i32.add (local.get $out) (local.get $half)) (local.get $numbers))
          (v128.store32_lane offset=64 2 (i32.add (local.get $out) (local.get $half)) (local.get $numbers))
          (v128.store32_lane offset=80 3 (i32.add (local.get $out) (local.get $half)) (local.get $numbers))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $halves (i32.eq (local.tee $half (i32.add (local.get $half) (i32.const 64))) (i32.const 64))))
        ;; Columns 0, 1, 4, 5 … in the first half of each pair, 2, 3, 6, 7 … in the second.
        (local.set $sums
          (i16x8.add (local.get $sums)
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sums) (local.get $sums))))
        (local.set $sums
          (i16x8.add (local.get $sums)
            (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $sums) (local.get $sums))))
        (v128.store32_lane offset=16 0 (local.get $out)
          (i16x8.shl (i16x8.neg (local.get $sums)) (i32.const 3)))
        (local.set $out (i32.add (local.get $out) (i32.const 160)))
        (br_if $groups (i32.lt_u (local.get $at) (local.get $end))))
      (br_if $tokens
        (i32.lt_u
          (local.tee $token (i32.add (local.get $token) (i32.const 1)))
          (i32.and (i32.add (local.get $tokens) (i32.const 3)) (i32.const -4))))))

  ;; Eight floats at `at` times a factor, rounded to 16 bits.
  (func $rounded8 (param $at i32) (param $factor v128) (result v128)
    (i16x8.narrow_i32x4_s
      (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $at)) (local.get $factor))))
      (i32x4.trunc_sat_f32x4_s
        (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $at)) (local.get $factor))))))

  ;; Activations as `quantiseGroups` leaves them times a matrix of 4-bit weights: at `out`, [tokens × rows] floats, `stride`
  ;; bytes from token to token. Rows come in eights and, for each group of 32 columns, in 160 bytes: 8 scales, and 8 quads of
  ;; columns of 16 bytes, of which byte 4r + c holds column c of row r in its low and of row r + 4 in its high half, each 8
  ;; more than the weight. Sums of a group fit 16 bits: 32 · 8 · 127 / 2 < 2^15.
  ;; The relaxed product is exact: its second operand never uses the eighth bit, and two products fit 16 bits.
  (func (export "projectGroups")
    (param $from i32) (param $width i32) (param $tokens i32)
    (param $groups i32) (param $biases i32) (param $rows i32) (param $out i32) (param $stride i32)
    (local $row i32) (local $token i32) (local $x i32) (local $w i32) (local $end i32) (local $at i32) (local $quadEnd i32)
    (local $low v128) (local $high v128) (local $four v128) (local $fours v128)
    (local $low0 v128) (local $low1 v128) (local $low2 v128) (local $low3 v128)
    (local $high0 v128) (local $high1 v128) (local $high2 v128) (local $high3 v128)
    (local $sumLow0 v128) (local $sumLow1 v128) (local $sumLow2 v128) (local $sumLow3 v128)
    (local $sumHigh0 v128) (local $sumHigh1 v128) (local $sumHigh2 v128) (local $sumHigh3 v128)
    (loop $rows
      (local.set $token (i32.const 0))
      (local.set $x (local.get $from))
      (local.set $at (local.get $out))
      (local.set $end (i32.add (local.get $groups) (i32.mul (local.get $width) (i32.const 5))))
      (loop $tokens
        (local.set $sumLow0 (v128.load (local.get $biases)))
        (local.set $sumLow1 (local.get $sumLow0))
        (local.set $sumLow2 (local.get $sumLow0))
        (local.set $sumLow3 (local.get $sumLow0))
        (local.set $sumHigh0 (v128.load offset=16 (local.get $biases)))
        (local.set $sumHigh1 (local.get $sumHigh0))
        (local.set $sumHigh2 (local.get $sumHigh0))
        (local.set $sumHigh3 (local.get $sumHigh0))
        (local.set $w (local.get $groups))
        (loop $groups
          (local.set $low0 (v128.load32_splat offset=16 (local.get $x)))
          (local.set $high0 (local.get $low0))
          (local.set $low1 (v128.load32_splat offset=20 (local.get $x)))
          (local.set $high1 (local.get $low1))
          (local.set $low2 (v128.load32_splat offset=24 (local.get $x)))
          (local.set $high2 (local.get $low2))
          (local.set $low3 (v128.load32_splat offset=28 (local.get $x)))
          (local.set $high3 (local.get $low3))
          (local.set $quadEnd (i32.add (local.get $w) (i32.const 128)))
          (loop $quads
            ;; One load and shuffles are a quarter faster than four loads that splat.
            (local.set $fours (v128.load offset=32 (local.get $x)))
            (local.set $high (v128.load offset=32 (local.get $w)))
            (local.set $low
              (v128.and (local.get $high) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
            (local.set $high
              (v128.and
                (i16x8.shr_u (local.get $high) (i32.const 4))
                (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
            (local.set $four
              (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $fours) (local.get $fours)))
            (local.set $low0
              (i16x8.add (local.get $low0) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $low))))
            (local.set $high0
              (i16x8.add (local.get $high0) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $high))))
            (local.set $four
              (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $fours) (local.get $fours)))
            (local.set $low1
              (i16x8.add (local.get $low1) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $low))))
            (local.set $high1
              (i16x8.add (local.get $high1) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $high))))
            (local.set $four
              (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $fours) (local.get $fours)))
            (local.set $low2
              (i16x8.add (local.get $low2) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $low))))
            (local.set $high2
              (i16x8.add (local.get $high2) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $high))))
            (local.set $four
              (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $fours) (local.get $fours)))
            (local.set $low3
              (i16x8.add (local.get $low3) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $low))))
            (local.set $high3
              (i16x8.add (local.get $high3) (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $four) (local.get $high))))
            (local.set $x (i32.add (local.get $x) (i32.const 16)))
            (br_if $quads (i32.lt_u (local.tee $w (i32.add (local.get $w) (i32.const 16))) (local.get $quadEnd))))
          ;; Back at the scales of the group, which are 128 bytes behind.
          (local.set $low (v128.load (i32.sub (local.get $w) (i32.const 128))))
          (local.set $high (v128.load (i32.sub (local.get $w) (i32.const 112))))
          (local.set $four (v128.load32_splat (i32.sub (local.get $x) (i32.const 128))))
          (local.set $sumLow0 (call $scaled (local.get $sumLow0) (local.get $low0) (local.get $low) (local.get $four)))
          (local.set $sumHigh0
            (call $scaled (local.get $sumHigh0) (local.get $high0) (local.get $high) (local.get $four)))
          (local.set $four (v128.load32_splat (i32.sub (local.get $x) (i32.const 124))))
          (local.set $sumLow1 (call $scaled (local.get $sumLow1) (local.get $low1) (local.get $low) (local.get $four)))
          (local.set $sumHigh1
            (call $scaled (local.get $sumHigh1) (local.get $high1) (local.get $high) (local.get $four)))
          (local.set $four (v128.load32_splat (i32.sub (local.get $x) (i32.const 120))))
          (local.set $sumLow2 (call $scaled (local.get $sumLow2) (local.get $low2) (local.get $low) (local.get $four)))
          (local.set $sumHigh2
            (call $scaled (local.get $sumHigh2) (local.get $high2) (local.get $high) (local.get $four)))
          (local.set $four (v128.load32_splat (i32.sub (local.get $x) (i32.const 116))))
          (local.set $sumLow3 (call $scaled (local.get $sumLow3) (local.get $low3) (local.get $low) (local.get $four)))
          (local.set $sumHigh3
            (call $scaled (local.get $sumHigh3) (local.get $high3) (local.get $high) (local.get $four)))
          (local.set $x (i32.add (local.get $x) (i32.const 32)))
          (br_if $groups (i32.lt_u (local.tee $w (i32.add (local.get $w) (i32.const 32))) (local.get $end))))
        (v128.store (local.get $at) (local.get $sumLow0))
        (v128.store offset=16 (local.get $at) (local.get $sumHigh0))
        (local.set $at (i32.add (local.get $at) (local.get $stride)))
        (v128.store (local.get $at) (local.get $sumLow1))
        (v128.store offset=16 (local.get $at) (local.get $sumHigh1))
        (local.set $at (i32.add (local.get $at) (local.get $stride)))
        (v128.store (local.get $at) (local.get $sumLow2))
        (v128.store offset=16 (local.get $at) (local.get $sumHigh2))
        (local.set $at (i32.add (local.get $at) (local.get $stride)))
        (v128.store (local.get $at) (local.get $sumLow3))
        (v128.store offset=16 (local.get $at) (local.get $sumHigh3))
        (local.set $at (i32.add (local.get $at) (local.get $stride)))
        (br_if $tokens
          (i32.lt_u (local.tee $token (i32.add (local.get $token) (i32.const 4))) (local.get $tokens))))
      (local.set $groups (local.get $end))
      (local.set $biases (i32.add (local.get $biases) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $rows (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 8))) (local.get $rows)))))

  ;; `sum` plus four sums of a group, pairs of which lie side by side, times the scales of the rows and of the token.
  (func $scaled (param $sum v128) (param $pairs v128) (param $rowScales v128) (param $tokenScale v128) (result v128)
    (f32x4.add (local.get $sum)
      (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extadd_pairwise_i16x8_s (local.get $pairs)))
        (f32x4.mul (local.get $rowScales) (local.get $tokenScale)))))

  ;; The four numbers of a vector, added up.
  (func $total (param $four v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $four)) (f32x4.extract_lane 1 (local.get $four)))
      (f32.add (f32x4.extract_lane 2 (local.get $four)) (f32x4.extract_lane 3 (local.get $four)))))

  ;; Layer normalisation in place (Ba et al., 2016) of `tokens` rows of `width` floats, a multiple of 4:
  ;; (x − mean) / √(variance + epsilon) × gain + shift.
  (func (export "normalise")
    (param $at i32) (param $width i32) (param $tokens i32) (param $gain i32) (param $shift i32) (param $epsilon f32)
    (local $end i32) (local $column i32) (local $g i32) (local $sum v128) (local $mean v128) (local $factor v128)
    (local $from i32)
    (local $bytes i32)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (local.set $end (i32.add (local.get $at) (i32.mul (local.get $tokens) (local.get $bytes))))
    (loop $tokens
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $column (i32.const 0))
      (loop $columns
        (local.set $sum
          (f32x4.add (local.get $sum) (v128.load (i32.add (local.get $at) (local.get $column)))))
        (br_if $columns
          (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $bytes))))
      (local.set $mean
        (f32x4.splat (f32.div (call $total (local.get $sum)) (f32.convert_i32_u (local.get $width)))))
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $column (i32.const 0))
      (loop $columns
        (local.set $from (i32.add (local.get $at) (local.get $column)))
        (local.set $factor (f32x4.sub (v128.load (local.get $from)) (local.get $mean)))
        (v128.store (local.get $from) (local.get $factor))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (local.get $factor) (local.get $factor))))
        (br_if $columns
          (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $bytes))))
      (local.set $factor
        (f32x4.splat
          (f32.div (f32.const 1)
            (f32.sqrt
              (f32.add
                (f32.div (call $total (local.get $sum)) (f32.convert_i32_u (local.get $width)))
                (local.get $epsilon))))))
      (local.set $column (i32.const 0))
      (loop $columns
        (local.set $from (i32.add (local.get $at) (local.get $column)))
        (v128.store (local.get $from)
          (f32x4.add
            (f32x4.mul
              (f32x4.mul (v128.load (local.get $from)) (local.get $factor))
              (v128.load (i32.add (local.get $gain) (local.get $column))))
            (v128.load (i32.add (local.get $shift) (local.get $column)))))
        (br_if $columns
          (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $bytes))))
      (br_if $tokens (i32.lt_u (local.tee $at (i32.add (local.get $at) (local.get $bytes))) (local.get $end)))))

  ;; Adds `bytes` of floats, a multiple of 16, at `from` to those at `to`.
  (func (export "add") (param $to i32) (param $from i32) (param $bytes i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $bytes)))
    (loop $numbers
      (v128.store (local.get $to) (f32x4.add (v128.load (local.get $to)) (v128.load (local.get $from))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end)))))

  ;; e to the power of x ≤ 0, to some 2e-7 of it: 2^n · e^r with |r| ≤ ln 2 / 2, and for e^r the first terms of its series.
  ;; Below −87 it is e^−87, next to nothing.
  (func $exp (param $x v128) (result v128)
    (local $n v128) (local $r v128)
    (local.set $x (f32x4.max (local.get $x) (v128.const f32x4 -87 -87 -87 -87)))
    (local.set $n
      (f32x4.nearest
        (f32x4.mul (local.get $x) (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504))))
    ;; ln 2 in two parts, so that n times the first is exact (Cody and Waite).
    (local.set $r
      (f32x4.sub
        (f32x4.sub (local.get $x)
          (f32x4.mul (local.get $n) (v128.const f32x4 0.693359375 0.693359375 0.693359375 0.693359375)))
        (f32x4.mul (local.get $n)
          (v128.const f32x4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4))))
    (f32x4.mul
      (i32x4.shl
        (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127))
        (i32.const 23))
      (f32x4.add (v128.const f32x4 1 1 1 1)
      (f32x4.mul (local.get $r) (f32x4.add (v128.const f32x4 1 1 1 1)
      (f32x4.mul (local.get $r) (f32x4.add (v128.const f32x4 0.5 0.5 0.5 0.5)
      (f32x4.mul (local.get $r) (f32x4.add (v128.const f32x4 0.16666667 0.16666667 0.16666667 0.16666667)
      (f32x4.mul (local.get $r) (f32x4.add (v128.const f32x4 0.041666667 0.041666667 0.041666667 0.041666667)
      (f32x4.mul (local.get $r) (f32x4.add (v128.const f32x4 0.0083333333 0.0083333333 0.0083333333 0.0083333333)
      (f32x4.mul (local.get $r)
        (v128.const f32x4 0.0013888889 0.0013888889 0.0013888889 0.0013888889)))))))))))))))

  ;; GELU in place (Hendrycks and Gimpel, arXiv 1606.08415), the exact one: x·Φ(x) = max(x, 0) − |x|/2 · erfc(|x|/√2), with
  ;; erfc as in Abramowitz and Stegun 7.1.26, to 1.5e-7.
  (func (export "gelu") (param $at i32) (param $bytes i32)
    (local $end i32) (local $x v128) (local $z v128) (local $t v128)
    (local.set $end (i32.add (local.get $at) (local.get $bytes)))
    (loop $numbers
      (local.set $x (v128.load (local.get $at)))
      (local.set $z
        (f32x4.mul (f32x4.abs (local.get $x)) (v128.const f32x4 0.70710678 0.70710678 0.70710678 0.70710678)))
      (local.set $t
        (f32x4.div (v128.const f32x4 1 1 1 1)
          (f32x4.add (v128.const f32x4 1 1 1 1)
            (f32x4.mul (local.get $z) (v128.const f32x4 0.3275911 0.3275911 0.3275911 0.3275911)))))
      (v128.store (local.get $at)
        (f32x4.sub
          (f32x4.max (local.get $x) (v128.const f32x4 0 0 0 0))
          (f32x4.mul
            (f32x4.mul (f32x4.abs (local.get $x)) (v128.const f32x4 0.5 0.5 0.5 0.5))
            (f32x4.mul
              (call $exp (f32x4.neg (f32x4.mul (local.get $z) (local.get $z))))
              (f32x4.mul (local.get $t) (f32x4.add (v128.const f32x4 0.254829592 0.254829592 0.254829592 0.254829592)
              (f32x4.mul (local.get $t) (f32x4.add (v128.const f32x4 -0.284496736 -0.284496736 -0.284496736 -0.284496736)
              (f32x4.mul (local.get $t) (f32x4.add (v128.const f32x4 1.421413741 1.421413741 1.421413741 1.421413741)
              (f32x4.mul (local.get $t) (f32x4.add (v128.const f32x4 -1.453152027 -1.453152027 -1.453152027 -1.453152027)
              (f32x4.mul (local.get $t)
                (v128.const f32x4 1.061405429 1.061405429 1.061405429 1.061405429))))))))))))))
      (br_if $numbers (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; Softmax in place of each row's first `count` floats times `scale`; rows lie `stride` bytes apart, a multiple of 16, and
  ;; what is left of the last four numbers becomes 0.
  (func (export "softmax")
    (param $at i32) (param $rows i32) (param $stride i32) (param $count i32) (param $scale f32)
    (local $last i32) (local $from i32) (local $end i32) (local $past i32) (local $most v128) (local $sum v128)
    (local $four v128)
    (local.set $last (i32.add (local.get $at) (i32.mul (local.get $rows) (local.get $stride))))
    (loop $rows
      (local.set $from (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
      (local.set $end
        (i32.add (local.get $at)
          (i32.shl (i32.and (i32.add (local.get $count) (i32.const 3)) (i32.const -4)) (i32.const 2))))
      (block $filled
        (loop $fill
          (br_if $filled (i32.ge_u (local.get $from) (local.get $end)))
          (f32.store (local.get $from) (f32.const -inf))
          (local.set $from (i32.add (local.get $from) (i32.const 4)))
          (br $fill)))
      (local.set $most (v128.load (local.get $at)))
      (local.set $from (local.get $at))
      (loop $numbers
        (local.set $most (f32x4.max (local.get $most) (v128.load (local.get $from))))
        (br_if $numbers (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end))))
      (local.set $most
        (f32x4.splat
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
            (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most))))))
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $from (local.get $at))
      (loop $numbers
        (local.set $four
          (call $exp
            (f32x4.mul (f32x4.sub (v128.load (local.get $from)) (local.get $most)) (f32x4.splat (local.get $scale)))))
        (v128.store (local.get $from) (local.get $four))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $four)))
        (br_if $numbers (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end))))
      (local.set $sum (f32x4.splat (f32.div (f32.const 1) (call $total (local.get $sum)))))
      (local.set $from (local.get $at))
      (loop $numbers
        (v128.store (local.get $from) (f32x4.mul (v128.load (local.get $from)) (local.get $sum)))
        (br_if $numbers (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end))))
      (br_if $rows (i32.lt_u (local.tee $at (i32.add (local.get $at) (local.get $stride))) (local.get $last)))))

  ;; The matrix at `from` on its side: [rows × columns] floats, `stride` bytes from row to row, become [columns × rows],
  ;; `toStride` bytes apart.
  (func (export "transpose")
    (param $from i32) (param $stride i32) (param $rows i32) (param $columns i32) (param $to i32) (param $toStride i32)
    (local $row i32) (local $source i32) (local $target i32) (local $end i32)
    (loop $rows
      (local.set $source (local.get $from))
      (local.set $end (i32.add (local.get $from) (i32.shl (local.get $columns) (i32.const 2))))
      (local.set $target (local.get $to))
      (loop $columns
        (f32.store (local.get $target) (f32.load (local.get $source)))
        (local.set $target (i32.add (local.get $target) (local.get $toStride)))
        (br_if $columns (i32.lt_u (local.tee $source (i32.add (local.get $source) (i32.const 4))) (local.get $end))))
      (local.set $from (i32.add (local.get $from) (local.get $stride)))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (br_if $rows (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))

  ;; A product of two matrices of floats: [rows × depth] at `a` times [depth × columns] at `b` at `out`. Strides in bytes;
  ;; `columns` is a multiple of 16.
  (func (export "multiply")
    (param $a i32) (param $aStride i32) (param $rows i32) (param $depth i32)
    (param $b i32) (param $bStride i32) (param $columns i32) (param $out i32) (param $outStride i32)
    (local $row i32) (local $column i32) (local $left i32) (local $leftEnd i32) (local $right i32) (local $to i32)
    (local $factor v128) (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (loop $rows
      (local.set $leftEnd (i32.add (local.get $a) (i32.shl (local.get $depth) (i32.const 2))))
      (local.set $column (i32.const 0))
      (loop $columns
        (local.set $sum0 (v128.const f32x4 0 0 0 0))
        (local.set $sum1 (v128.const f32x4 0 0 0 0))
        (local.set $sum2 (v128.const f32x4 0 0 0 0))
        (local.set $sum3 (v128.const f32x4 0 0 0 0))
        (local.set $left (local.get $a))
        (local.set $right (i32.add (local.get $b) (i32.shl (local.get $column) (i32.const 2))))
        (loop $depth
          (local.set $factor (v128.load32_splat (local.get $left)))
          (local.set $sum0 (f32x4.add (local.get $sum0) (f32x4.mul (local.get $factor) (v128.load (local.get $right)))))
          (local.set $sum1
            (f32x4.add (local.get $sum1) (f32x4.mul (local.get $factor) (v128.load offset=16 (local.get $right)))))
          (local.set $sum2
            (f32x4.add (local.get $sum2) (f32x4.mul (local.get $factor) (v128.load offset=32 (local.get $right)))))
          (local.set $sum3
            (f32x4.add (local.get $sum3) (f32x4.mul (local.get $factor) (v128.load offset=48 (local.get $right)))))
          (local.set $right (i32.add (local.get $right) (local.get $bStride)))
          (br_if $depth (i32.lt_u (local.tee $left (i32.add (local.get $left) (i32.const 4))) (local.get $leftEnd))))
        (local.set $to (i32.add (local.get $out) (i32.shl (local.get $column) (i32.const 2))))
        (v128.store (local.get $to) (local.get $sum0))
        (v128.store offset=16 (local.get $to) (local.get $sum1))
        (v128.store offset=32 (local.get $to) (local.get $sum2))
        (v128.store offset=48 (local.get $to) (local.get $sum3))
        (br_if $columns
          (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $columns))))
      (local.set $a (i32.add (local.get $a) (local.get $aStride)))
      (local.set $out (i32.add (local.get $out) (local.get $outStride)))
      (br_if $rows (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))))
