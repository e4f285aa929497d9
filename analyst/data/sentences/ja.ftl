### 手についての解析の文。$color と $side はその文が数える側。

analyst-side-black = 黒
analyst-side-white = 白

## 隅とその隣

analyst-corner-taken = { $move } は隅を取ります。この石はもう返されません。
analyst-corner-missed = 隅 { $other } を取れました。
analyst-corner-given = { $falls ->
    [now] { $move } のあと、{ $side }はすぐに隅 { $corner } を取れます。
   *[line] { $move } のあとの予想手順で、{ $side }が隅 { $corner } を取ります。
  }
analyst-x-square = { $falls ->
    [now] { $move } は空いた隅 { $corner } のX打ちで、{ $side }はすぐにその隅を取れます。
    [line] { $move } は空いた隅 { $corner } のX打ちで、予想手順でその隅を取られます。
   *[no] { $move } は空いた隅 { $corner } のX打ちで、隅が危なくなります。
  }
analyst-c-square = { $falls ->
    [now] { $move } は空いた隅 { $corner } のC打ちで、{ $side }はすぐにその隅を取れます。
    [line] { $move } は空いた隅 { $corner } のC打ちで、予想手順でその隅を取られます。
   *[no] { $move } は空いた隅 { $corner } のC打ちで、辺を攻められやすくなります。
  }

## 辺

analyst-edge-early = { $kind ->
    [a] { $move } はA打ちです。序盤で辺に打つのは早すぎます。
   *[b] { $move } はB打ちです。序盤で辺に打つのは早すぎます。
  }
analyst-b-square = { $move } はB打ちです。この辺では A の { $other } のほうが強い位置です。
analyst-unbalanced-edge = { $move } のあと、{ $side }の辺はウイング（隅の空いた五個連）です。
analyst-wedge = { $move } は辺で{ $side }の石の間に割り込む手です。
analyst-hole = { $move } のあと、{ $side }は辺の穴 { $hole } に割り込めます。

## 手数

analyst-mobility = 着手可能数：{ $move } のあと{ $side }は { $count } か所、{ $other } なら { $others } か所です。
analyst-own-mobility = 着手可能数：{ $side }自身は { $move } のあと { $count } か所、{ $other } のあと { $others } か所に打てる形です。
analyst-reply-mobility = 着手可能数：{ $move } に { $reply } と応じられると{ $side }は { $count } か所、{ $other } に { $answer } なら { $others } か所です。
analyst-later-mobility = 着手可能数：{ $move } からの予想手順で { $plies } 手進むと{ $side }は { $count } か所、{ $other } からなら { $others } か所です。
analyst-potential-mobility = { $side }の潜在着手可能数：{ $move } のあと { $count }、{ $other } のあと { $others }。
analyst-frontier = { $side }の外に開いた石（フロンティア）：{ $move } のあと { $count } 個、{ $other } のあと { $others } 個。
analyst-quiet-move = { $move } は中割りで、外に開いた石を返しません。{ $other } は { $count } 個返します。
analyst-tempo = { $move } は手得です。{ $side }に新しい手を与えません。{ $other } は { $count } か所与えます。
analyst-pass = { $move } のあと、{ $side }は打てずにパスです。
analyst-pass-after = { $move } に { $reply } と応じられると、{ $side }は打てずにパスです。
analyst-replies = { $count ->
    [0] { $move } のあと、{ $side }は打てずにパスです。
   *[other] { $move } のあと、{ $side }が打てるのは { $count } か所です。
  }

## 石

analyst-many-discs = { $stage ->
    [opening] { $move } は { $count } 個、{ $other } は { $others } 個返します。序盤で石を取りすぎると、{ $side }はあとで打つ手に困ります。
   *[middle] { $move } は { $count } 個、{ $other } は { $others } 個返します。中盤で石を取りすぎると、{ $side }はあとで打つ手に困ります。
  }
analyst-stable-discs = { $side }の確定石：{ $move } のあと少なくとも { $count } 個、{ $other } のあと { $others } 個。
analyst-wipe-out = { $move } のあと、{ $side }の石はすべて返され全滅します。

## 偶数理論

analyst-parity = 偶数理論：{ $side }が打てる区画の空きは、{ $move } のあと { $regions }、{ $other } のあと { $others }。奇数の区画では{ $side }が最後に打てます。

## 結果と段階

analyst-proven = 読み切り：{ $side }は最善なら { $before } 以上、{ $move } のあとは { $after } 以下です。
analyst-opening-entered = { $move } で定石「{ $name }」に入ります。{ $side }から見た値は { $value } です。
analyst-opening-left = ここで定石「{ $name }」を離れます。{ $side }から見た値は { $value } です。
analyst-stage = { $stage ->
    [opening] 序盤：石は少なく、辺に触れず、打てる手を残します。
    [middle] 中盤：打てる手の多いほうが優勢です。
   *[end] 終盤：確定石と、各区画で最後に打つことが大切です。
  }
