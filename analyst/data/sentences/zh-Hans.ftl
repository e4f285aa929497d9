### 分析对着法的说明。$color 和 $side 是句中所计的一方。

analyst-side-black = 黑方
analyst-side-white = 白方

## 角与角旁的位置

analyst-corner-taken = { $move } 占角，这枚子再也不会被翻转。
analyst-corner-missed = 本可占角 { $other }。
analyst-corner-given = { $falls ->
    [now] { $move } 之后，{ $side }可以立即占角 { $corner }。
   *[line] { $move } 之后，预计{ $side }将占角 { $corner }。
  }
analyst-x-square = { $falls ->
    [now] { $move } 是空角 { $corner } 的 X 位（星位），{ $side }可以立即占这个角。
    [line] { $move } 是空角 { $corner } 的 X 位（星位），预计这个角会失去。
   *[no] { $move } 是空角 { $corner } 的 X 位（星位），使这个角有危险。
  }
analyst-c-square = { $falls ->
    [now] { $move } 是空角 { $corner } 的 C 位，{ $side }可以立即占这个角。
    [line] { $move } 是空角 { $corner } 的 C 位，预计这个角会失去。
   *[no] { $move } 是空角 { $corner } 的 C 位，边上的子常在此受攻击。
  }

## 边

analyst-edge-early = { $kind ->
    [a] { $move } 是 A 位：开局占边太早。
   *[b] { $move } 是 B 位：开局占边太早。
  }
analyst-b-square = { $move } 是 B 位；这条边上 A 位 { $other } 更有力。
analyst-unbalanced-edge = { $move } 使{ $side }形成不平衡边：两角皆空，五子相连。
analyst-wedge = { $move } 在边上楔入{ $side }的两子之间。
analyst-hole = { $move } 之后，{ $side }可以楔入边上的空位 { $hole }。

## 行动力

analyst-mobility = 行动力：{ $move } 给{ $side }留下 { $count } 步可下，{ $other } 留下 { $others } 步。
analyst-own-mobility = 行动力：{ $move } 之后{ $side }自己有 { $count } 处可下，{ $other } 之后有 { $others } 处。
analyst-reply-mobility = 行动力：{ $move } 之后对方应 { $reply }，{ $side }有 { $count } 步可下；{ $other } 之后应 { $answer }，有 { $others } 步。
analyst-later-mobility = 行动力：沿 { $move } 的预计着法走 { $plies } 步后，{ $side }有 { $count } 步可下；沿 { $other } 的则有 { $others } 步。
analyst-potential-mobility = { $side }的潜在行动力：{ $move } 之后 { $count }，{ $other } 之后 { $others }。
analyst-frontier = { $side }的前沿子：{ $move } 之后 { $count } 枚，{ $other } 之后 { $others } 枚。
analyst-quiet-move = { $move } 是安静着：不翻转前沿子；{ $other } 翻转 { $count } 枚。
analyst-tempo = { $move } 赢得一步余裕：不给{ $side }新的着法；{ $other } 给出 { $count } 步。
analyst-pass = { $move } 之后，{ $side }无子可下，必须停一手。
analyst-pass-after = { $move } 之后对方应 { $reply }，{ $side }无子可下，必须停一手。
analyst-replies = { $count ->
    [0] { $move } 之后，{ $side }无子可下，必须停一手。
   *[other] { $move } 给{ $side }留下 { $count } 步可下。
  }

## 棋子

analyst-many-discs = { $stage ->
    [opening] { $move } 翻 { $count } 子，{ $other } 翻 { $others } 子：开局过早取子太多，{ $side }以后会缺少着法。
   *[middle] { $move } 翻 { $count } 子，{ $other } 翻 { $others } 子：中局过早取子太多，{ $side }以后会缺少着法。
  }
analyst-stable-discs = { $side }的稳定子：{ $move } 之后至少 { $count } 枚，{ $other } 之后 { $others } 枚。
analyst-wipe-out = { $move } 使{ $side }的棋子会被全部翻转。

## 奇偶性

analyst-parity = 奇偶性：{ $side }可下的区域的空位，{ $move } 之后为 { $regions }，{ $other } 之后为 { $others }；奇数区域由{ $side }走最后一步。

## 结果与阶段

analyst-proven = 已证明：{ $side }原可至少得 { $before }，{ $move } 之后至多 { $after }。
analyst-opening-entered = { $move } 进入开局“{ $name }”，对{ $side }的值为 { $value }。
analyst-opening-left = 对局在此离开开局“{ $name }”，对{ $side }的值为 { $value }。
analyst-stage = { $stage ->
    [opening] 开局：子少、不碰边，保留着法的选择。
    [middle] 中局：可选着法较多的一方占优。
   *[end] 残局：稳定子和每个区域的最后一步最要紧。
  }
