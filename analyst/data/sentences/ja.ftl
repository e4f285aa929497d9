### 手とファイルについての解析の文。$color と $side はその文が数える側。

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

## 文やファイルを読めない理由と、読み飛ばしたもの

analyst-read-at-whole = { $name }：{ $message }
analyst-read-at-line = { $name }の { $line } 行 { $column } 文字目：{ $message }
analyst-read-at-byte = { $name }の { $byte } バイト目：{ $message }
analyst-read-in-call = 呼び出し { $number }：{ $message }
analyst-read-in-round = 第 { $number } 局：{ $message }
analyst-read-in-entry = `moves` の { $number } 番目：{ $message }
analyst-read-in-opening = 開始の手順：{ $message }

analyst-read-nothing = 棋譜も局面もありません
analyst-read-many-games = 棋譜が多すぎます（{ $count } 局まで）
analyst-read-many-bytes = { $packed ->
    [yes] 展開したデータが大きすぎます（{ $count } バイトまで）
   *[no] データが大きすぎます（{ $count } バイトまで）
  }
analyst-read-many-errors = 誤りが { $count } か所あったので、読むのをやめました
analyst-read-gzip = gzip のデータが壊れているか、途中で切れています
analyst-read-gzip-twice = gzip の中身がまた gzip です。棋譜のファイルが必要です
analyst-read-foreign = { $kind ->
    [zip] 棋譜のファイルではなく ZIP 書庫です。先に展開してください
    [empty-zip] 棋譜のファイルではなく、空の ZIP 書庫です
    [rar] 棋譜のファイルではなく RAR 書庫です。先に展開してください
    [seven-zip] 棋譜のファイルではなく 7z 書庫です。先に展開してください
    [bzip2] 棋譜のファイルではなく bzip2 で圧縮されたデータです。先に展開してください
    [xz] 棋譜のファイルではなく xz で圧縮されたデータです。先に展開してください
    [zstd] 棋譜のファイルではなく zstd で圧縮されたデータです。先に展開してください
    [pdf] 棋譜のファイルではなく PDF 文書です
    [png] 棋譜のファイルではなく画像（PNG）です
    [jpeg] 棋譜のファイルではなく画像（JPEG）です
    [gif] 棋譜のファイルではなく画像（GIF）です
    [sqlite] 棋譜のファイルではなくデータベース（SQLite）です
   *[rtf] 棋譜のファイルではなく RTF 文書です。テキスト形式で保存してください
  }

analyst-read-move = `{ $text }` は `f5` のような手ではありません
analyst-read-no-move = この行には `f5` のような手がありません
analyst-read-parenthesis = 手があるはずのところに括弧があります
analyst-read-turn = { $color ->
    [black] 黒の番なのに、白の { $move } があります
   *[white] 白の番なのに、黒の { $move } があります
  }
analyst-read-no-pass = { $side }は打てるので、パスできません
analyst-read-illegal-move = { $number } 手目：{ $side }は { $move } に打てません
analyst-read-over = { $number } 手目：対局はもう終わっています
analyst-read-no-square = { $byte } バイト目：`d3` のようなマスがありません
analyst-read-comment-end = コメントを閉じる `{ "}" }` がありません
analyst-read-value-end = 値を閉じる `]` がありません
analyst-read-game-end = 棋譜を閉じる `)` がありません
analyst-read-property = `{ $text }` は `B[f5]` のようなプロパティではありません
analyst-read-other-game = プロパティか `;)` があるはずのところで、別の棋譜が始まっています
analyst-read-no-othello = `{ $text }` はオセロの棋譜ではありません
analyst-read-no-gm = `{ $text }` はオセロの棋譜（`GM[2]`）ではありません
analyst-read-no-eight = 8 x 8 の盤ではありません：`{ $text }`
analyst-read-late-setup = 盤の設定は初手より前に必要です
analyst-read-ggf-board = `{ $text }` は `8 ---...--- *` のような盤ではありません
analyst-read-two-discs = 同じマスに石が二つあります
analyst-read-square = `{ $text }` はマスではありません
analyst-read-fen = `{ $text }` は `8/8/8/3pP3/3Pp3/8/8/8 b` のような FEN（8 行と手番）ではありません
analyst-read-side = 盤のあとに手番の X か O が必要です。`{ $text }` は違います
analyst-read-missing-side = 盤のあとに手番がありません。`X`（黒）か `O`（白）を書き足してください
analyst-read-row = `{ $text }` は盤の { $row } 行目ではありません
analyst-read-few-squares = 64 マスが必要ですが、{ $count } マスしかありません
analyst-read-position = `{ $text }` は 64 マスと手番ではありません
analyst-read-scores = `{ $text }` は `d3:+4` のような、打てる手とその評価ではありません

analyst-read-json = JSON の形式が正しくないか、途中で切れています
analyst-read-no-object = `{ $text }` は棋譜を表すオブジェクトではありません
analyst-read-other-object = 棋譜ではなく、`{ $text }` を持つオブジェクトです
analyst-read-battle-list = 対戦の一覧には手がありません。`frames` のある対戦を一つずつ保存してください
analyst-read-no-array = `{ $field }` の配列がありません
analyst-read-no-squares = `{ $text }` は `X`、`O`、`-` の 64 マスではありません
analyst-read-no-version = この形式の版は { $version } が必要です。{ $text } は読めません
analyst-read-no-format = 形式は { $game } か { $position } が必要です。{ $text } は読めません
analyst-read-other-fields = 項目が { $format } の形式と違います
analyst-read-far-score = 得点は -64 から 64 までです。{ $text } は違います
analyst-read-no-score = { $text } は手とその評価ではありません
analyst-read-no-color = `{ $text }` は `black` でも `white` でもありません
analyst-read-no-schema = アリーナのスキーマは { $version } が必要です。{ $text } は読めません
analyst-read-no-reason = `{ $text }` は終局の理由ではありません
analyst-read-no-header = 最初の組の前に、結果の見出しがありません

analyst-read-call-after-end = 終局のあとに `{ $text }` があります
analyst-read-call-turn = { $color ->
    [black] 黒の番なのに、白が呼び出されています
   *[white] 白の番なのに、黒が呼び出されています
  }
analyst-read-silent = { $side }は何も出力していないのに、対戦が続いています
analyst-read-went-on = { $side }は { $text } に打てないのに、対戦が続いています
analyst-read-no-battle = `{ $text }` は `d3` のような手ではありません。オセロの対戦ではないようです
analyst-read-no-calls = `agentId` と `stdout` のある `frames` がなく、この対戦には手がありません
analyst-read-no-seat = 席は 0 か 1 です。{ $text } なので、オセロの対戦ではないようです
analyst-read-output-after-end = 終局のあとにも出力があります

analyst-read-names = 棋譜ではなく WTHOR の名前の一覧です。`.wtb` ファイルと一緒に開いてください
analyst-read-no-names = WTHOR の選手や大会の一覧ではありません
analyst-read-wthor-length = { $each } バイトの棋譜が { $count } 局あるはずですが、{ $bytes } バイトあります
analyst-read-wthor-square = { $text } は「10 x 行 + 列」ではありません

analyst-read-prose = 最初の棋譜より前の文は読み飛ばしました
analyst-read-unclosed = 棋譜を閉じる `)` が抜けています
analyst-read-behind-result = 結果のあとの文は読み飛ばしました
analyst-read-variations = 変化 { $count } つを読み飛ばしました
analyst-read-no-tag = `{ $text }` は `[Black "名前"]` のようなタグではありません
analyst-read-no-number = `{ $text }` は数ではないので、読み飛ばしました
analyst-read-no-side = `{ $text }` は手番ではないので、初手の色を手番とします
analyst-read-no-result = `{ $text }` は結果ではないので、結果は不明とします
analyst-read-wthor-discs = 黒の石数 { $text } は 64 を超えるので、得点は不明とします
analyst-read-other-score = 結果（{ $result }）が盤の結果（黒から見て { $score }）と違います。結果はそのままです
analyst-read-other-winner = 結果（{ $side }の勝ち）が盤の結果（黒から見て { $score }）と違います。結果はそのままです

## 形式に残せないもの

analyst-lost-names = 選手名
analyst-lost-ratings = レーティング
analyst-lost-results = 結果
analyst-lost-endings = 終局の理由
analyst-lost-dates = 日付
analyst-lost-events = 大会名
analyst-lost-places = 場所
analyst-lost-rounds = 回戦
analyst-lost-time-controls = 持ち時間
analyst-lost-seeds = 乱数の種
analyst-lost-remarks = 棋譜のコメント
analyst-lost-theoretical = 理論値
analyst-lost-values = 手の評価
analyst-lost-times = 手の時間
analyst-lost-move-remarks = 手のコメント
analyst-lost-stderr = ボットの標準エラー出力
analyst-lost-games = 棋譜（局面に分かれます）
analyst-lost-scores = 評価
analyst-lost-position-remarks = 局面のコメント
