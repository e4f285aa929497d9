## ページ

title = Outflank
page-title = { $view } · Outflank
skip = 盤面へ移動
views = 画面
view-play = 対局
view-analyse = 解析
view-study = 学習
view-games = 棋譜
panel = 石数とボタン
loading = 読み込み中…
close = 閉じる
cancel = キャンセル
stopped = 停止しました
no-data = ファイル { $name } がありません。
engine-trouble = エンジンが打てない手を返しました。
about = すべてこのブラウザの中で動きます。アカウントもサーバーも追跡もありません。一度開けば、ネットワークなしでも使えます。
version = エンジン { $version }{ $simd ->
    [yes] { "" }
   *[no] （SIMD なしのため低速）
  }

## 設定とキー

settings = 設定
language = 言語
language-missing = この言語は今読み込めません。
update-there = 新しい版があります。
update-now = 再読み込み
memory = エンジンのメモリ
mib = { $size } MiB
setting-sound = 効果音
setting-animation = 石を返す動き
setting-keys = 一文字のキー操作
setting-flipped = 盤を白側から見る
flip = 盤を回転する
keys = キー操作
keys-board = 盤上：移動、マスへ移動、着手
keys-list = 手順の一覧：前後に移動

## 盤

board = 盤
board-legal = 打てるマス
board-empty = 空きマス
board-last = 直前の手
black = 黒
white = 白
pass = パス
to-move = { $color ->
    [black] 黒番
   *[white] 白番
  }
game-over = 終局
value-in-discs = { $value } 石{ $kind ->
    [proven] （確定）
    [at-least] 以上（確定）
    [at-most] 以下（確定）
   *[estimated] （推定）
  }
value-for-black = 黒から見て { $value }
bar-label = 評価値：{ $value } 石
bar-unknown = 評価値：まだありません
moves = 手順
moves-start = 開始
move-of = { $current } 手目／全 { $last } 手
stepper = 手順をたどる
stepper-start = 最初へ
stepper-back = 一手戻る
stepper-forward = 一手進む
stepper-end = 最後へ
stepper-play = 自動で再生
stepper-pause = 再生を止める
stepper-slider = 盤面の手数

## 対局

new-game = 新しい対局
game-running = 対局の途中です。新しく始めるとこの対局は終わり、未完の棋譜として残ります。
go-on-playing = 対局を続ける
begin = 開始
you-play = あなたの色
as-black = 黒（先手）
as-white = 白（後手）
opponent = 相手
level = レベル { $level }
level-with-words = { $level }：{ $words }
full-strength = 最強
level-1 = ほとんどどんな手も打つ：初めての対局に
level-2 = 悪い手が多い：初心者向け
level-3 = 悪い手をよく打つ
level-4 = 弱い手をよく打つ
level-5 = 毎局はっきりした悪手を打つ
level-6 = ときどき悪手を打つ
level-7 = はっきりした悪手はまれ
level-8 = 手ごわい相手
level-9 = 小さな損だけ
level-10 = ほとんど間違えない
level-full = 手加減なしのエンジン
time-per-move = 一手の時間
seconds = { $value } 秒
clock = 持ち時間
no-clock = なし
minutes = 各 { $minutes } 分
minutes-and-seconds = 各 { $minutes } 分、一手ごとに { $seconds } 秒加算
start = 開始局面
standard-start = 通常
own-start-option = 局面または手順を指定
own-start = 64 マスと手番、または f5d6 のような手順
named-openings = 名前のある定石
undo = 待った
redo = 進む
hint = ヒント
resign = 投了
go-on = エンジンに打たせる
rematch = 色を替えて再戦
my-mistakes = 自分の悪手を見る
analyse-game = この対局を解析
you = あなた
you-against = あなた（{ $side }）対 { $level }
play-welcome = マスを選ぶと黒で始まります。新しい対局も選べます。
play-moved = { $side }が { $square } に打ちました。
play-passed = { $side }は打てる手がなくパスです。
your-turn = あなたの番です（{ $side }）。
engine-turn = ここはエンジンの番です。
engine-thinks = エンジンが考えています…
result-played = { $outcome ->
    [win] あなたの勝ち、{ $own } 対 { $others }。
    [loss] あなたの負け、{ $own } 対 { $others }。
   *[draw] 引き分け、{ $own } 対 { $others }。
  }
result-resigned = 投了しました。エンジンの勝ちです。
result-timed_out = { $outcome ->
    [win] あなたの勝ち。エンジンの時間切れです。
   *[loss] あなたの負け。時間切れです。
  }
hint-best = 最善手は { $move }、{ $value }。予想手順：{ $line }
hint-others = その他の手（石差）：{ $list }

## 保存した棋譜

my-games = 自分の棋譜
games-count = { $count ->
    [0] まだ棋譜はありません。ここで最後まで打った対局はこのブラウザに残ります。
   *[other] { $count } 局：{ $won } 勝 { $drawn } 分 { $lost } 敗
  }
date = 日付
result = 結果
actions = 操作
open-saved = { $date } の { $opponent } との対局を開く
delete-saved = { $date } の { $opponent } との対局を削除
delete-game = 棋譜の削除
delete-question = { $date } の { $opponent } との対局を削除しますか。
delete = 削除
outcome-win = 勝ち、{ $score }
outcome-loss = 負け、{ $score }
outcome-draw = 引き分け、{ $score }
outcome-unfinished = 未完
with-help = ヒントまたは待ったあり
show-more = もっと表示
export-all = すべて書き出す
import-games = 読み込む
imported = { $count } 局を読み込みました。
import-damaged = { $line } 行目は書き出した棋譜ではありません（{ $what }）。何も読み込みませんでした。
storage-full = ブラウザに空きがありません（{ $reason }）。何も保存されていません。棋譜を書き出し、いくつか削除してください。
storage-waiting = ブラウザのデータベースに空きがありません（{ $reason }）。この対局は空きができしだい保存されます。棋譜を書き出し、いくつか削除してください。
storage-closed = このブラウザは棋譜を保存できません（{ $reason }）。

## 解析

game-unnamed = 棋譜
game-title = { $black } 対 { $white }
player-unknown = 不明
round = 第 { $round } 回戦
wins = { $color ->
    [black] 黒勝ち
   *[white] 白勝ち
  }
wins-by = { $color ->
    [black] 黒 { $count } 石勝ち
   *[white] 白 { $count } 石勝ち
  }
draw = 引き分け
ending-resigned = 投了
ending-timed_out = 時間切れ
ending-agreed = 合意
ending-adjudicated = 裁定
ending-forfeited = 不戦
ending-unfinished = 未完
ending-illegal = 打てない手：{ $what }
ending-crashed = プログラムの異常終了：{ $what }
choices = 表示と解析
analyse-welcome = ここで手を打つか、棋譜を貼り付けて開いてください。
open-game = 開く
share = 共有
edit = 編集
live = さらに考える
live-now = 思考中：
whole-game = 対局全体
lists = 手順または悪手
mistakes = 悪手
mistakes-count = 悪手（{ $count }）
mistakes-of = どちらの悪手
mistakes-both = 両方
mistakes-black = 黒
mistakes-white = 白
mistakes-none = ありません。大きく損をした手はありません。
mistakes-unknown = 解析中です。
mistake-before = 前の悪手
mistake-next = 次の悪手
better = { $move } が良い
class-best = 最善手
class-good = 好手
class-inaccuracy = 疑問手
class-mistake = 悪手
class-blunder = 大悪手
viewpoint = 視点
viewpoint-black = 黒
viewpoint-white = 白
values-for = { $color ->
    [black] マスの数字：黒から見た石差
   *[white] マスの数字：白から見た石差
  }
previewing = { $count } 手先の図です。まだ打っていません。
analysing = 解析中…
progress = 解析の進み
effort = 読みの深さ
effort-quick = 速い
effort-normal = 普通
effort-deep = 深い
stopped-early = 途中で止めました。
discs-lost = 損した石数：黒 { $black }、白 { $white }。
decided-by = { $move } 手目が勝敗を決めました。
curve = 対局のグラフ
curve-heading = { $color ->
    [black] グラフ・一覧・バー：黒から見た石差
   *[white] グラフ・一覧・バー：白から見た石差
  }
curve-label = { $side }から見た石差のグラフ{ $known ->
    [yes] 、最後は { $end }
   *[no] { "" }
  }。手順の一覧に同じ値があります。
curve-engine = エンジン
curve-score = { $index } 手目の後：{ $value }（確定）
curve-result = { $index } 手目の後：{ $side }が { $least } 石以上勝ち（確定）
own-of = { $color ->
    [black] 黒自身の値
   *[white] 白自身の値
  }
words = 解説
plays = { $side } { $square }
passes = { $side }は打てる手がなくパス
opening-name = 定石：{ $name }
loss-against = { $best } と比べて { $loss } 石{ $kind ->
    [proven] （確定）
   *[estimated] （推定）
  }。
changes-result = この手でより良い結果を逃しました。
own-value = 対局者自身の評価：{ $value } 石
move-time = 時間：{ $seconds } 秒
best-moves = { $side }の最善手
play-line-move = { $move } に打つ、{ $value }
play-move-title = この手を打つ
preview-title = この手順を盤に表示
preview-line = { $move } の後の手順：
play-best = 最善手を打つ
proven-to-end = 最後まで読み切り。
search-effort = { $playouts } プレイアウト、深さ { $depth } 手、= は確定値

## 棋譜を開く

open-heading = 棋譜を開く
input-label = 棋譜または局面のテキスト
input-placeholder = 手順、盤面、GGF、SGF、PGN、CodinGame の対戦を貼り付け
input-file = ファイルを開く
input-formats = ファイルはどこにでもドロップできます：手順、盤面、GGF、SGF、PGN、OBF、WTHOR（.JOU と .TRN も）、CodinGame の対戦、アリーナの記録、gzip 圧縮も可、16 MiB まで。
open-text = テキストを開く
new-board = 新しい盤
pasted = 貼り付け
position = 局面
nothing-to-open = 開くものがありません。
reading = 読み込み中…
engine-failed = エンジンに障害が起きました：{ $reason }
no-engine = このブラウザには WebAssembly がないため、エンジンを動かせません。
no-game = 棋譜も局面も見つかりません。
too-large = { $name } は { $size } MiB です。開けるのは { $limit } MiB までです。
names-read = { $name }：名前を読み込みました。
opened = { $count } 件を開きました{ $more ->
    [yes] （残りは省きました）
   *[no] { "" }
  }。
refused = { $others ->
    [0] 読めないもの：{ $error }
   *[other] 読めないもの：{ $error }、ほか { $others } 件
  }
games-in-file = このファイルの棋譜
search-games = 対局者、年、大会、定石、手順
any-result = すべて
games-found = { $count ->
    [0] { $all } 局のうち該当なし。
   *[other] { $all } 局のうち { $count } 局{ $cut ->
        [yes] 、最初の { $shown } 局を表示
       *[no] { "" }
      }。
  }
count-openings = これらの棋譜の定石
counted = 集計：{ $count } 局 { $what }
link = リンク
link-too-long = リンクが長すぎます。開けるのは 64 KiB までです。
link-damaged = リンクが壊れていて、棋譜がありません。

## 共有

share-heading = 持ち出す
export-link = この局面へのリンク
export-svg = 図（SVG）
export-png = 図（PNG）
format = 形式
format-transcript = 手順
format-ggf = GGF
format-sgf = SGF
format-pgn = PGN
format-obf = 局面（OBF）
format-json = JSON
export-show = 表示
export-file = ファイルに保存
exported = 書き出したテキスト
export-lost = この形式では残せないもの：{ $what }
link-copied = リンクをコピーしました。棋譜全体が入っています。
link-shown = このリンクに棋譜全体が入っています。

## 局面の編集

edit-heading = 局面を作る
edit-explanation = 石を選んでからマスを選びます。同じ石をもう一度置くと消えます。
edit-put = 置くもの
edit-turn = 手番
piece-black = 黒石
piece-white = 白石
piece-none = なし
edit-done = この局面を使う
edit-clear = 盤を空にする
edit-standard = 通常の開始局面
edit-over = どちらも打てない局面で、解析するものがありません。

## 定石

study-what = 学ぶもの
openings = 定石
puzzles = 詰めオセロ
search-openings = 名前または手順
replies = ここからの手
no-replies = ありません。戻ってください。
no-match = この名前の定石はありません。
openings-welcome = 名前のある定石 { $count } 個。手を打つか、名前を選んでください。
opening-unnamed = { $line }：名前なし。
opening-named = { $names }。黒から見て { $value }。
played-in = { $games } 局
played-score = 手番側の得点率 { $percent } %
statistics-none = 解析で棋譜のファイルを開き「これらの棋譜の定石」を選ぶと、それぞれの手が打たれた回数が出ます。
learn-as = { $color ->
    [black] 黒で覚える
   *[white] 白で覚える
  }
review = 復習（{ $count }）
review-key = 復習する
end-drill = 練習を終える
learned = ✓ 習得
drill-begin = { $name }：あなたの番です。
drill-right = { $move } は正解。次の手をどうぞ。
drill-wrong = { $move } ではなく { $wanted } です。打ってください。
drill-again = { $count } 手間違えました。最初からもう一度。
drill-passed = { $name }：間違いなしで合格。
drill-progress = 合格 { $passed } 回、失敗 { $failed } 回。

## 詰めオセロ

puzzle-heading = 詰めオセロ
puzzle-task = { $color ->
    [black] 黒が勝つ手は一つだけ。どこ？
   *[white] 白が勝つ手は一つだけ。どこ？
  }
puzzle-facts = 空き { $empties } マス、難度 { $grade }／6
puzzle-next = 次へ
puzzle-previous = 前へ
puzzle-retry = もう一度
puzzle-solution = 正解を見る
puzzle-theme = テーマ
theme-corner = 隅を取る
theme-x-square = X 打ち
theme-c-square = C 打ち
theme-edge = 辺に打つ
theme-inside = 中に打つ
theme-pass = 相手をパスさせる
theme-sacrifice = 隅を捨てる
puzzle-empties = 空きマス
puzzle-grade = 難度
any = すべて
puzzle-none = 該当する問題がありません。
puzzle-line = その後の最善手順（確定）
puzzle-right = 正解：{ $move } で勝ち、{ $score }。
puzzle-wrong = 不正解：{ $move } では { $score }。
puzzle-refuted = { $move } と打たれ、{ $end } で終わります。
puzzle-count = { $at }／{ $all } 問、正解 { $solved }、失敗 { $failed }

## 用語集

glossary = 用語
term-next = 次の用語
term-previous = 前の用語
glossary-compared = { $other } の代わりに { $move }
term-stage = 対局の段階
meaning-stage = 序盤は約16手までで、定石があります。中盤は打てる手の多さが勝負を決めます。終盤は空き約20マスからで、読み切れます。方針は段階で変わります。
term-opening = 定石
meaning-opening = 最初の数手。どの向きに打っても同じ名前です。2手目には縦取り（垂直）、斜め取り、並び取り（平行）があり、並び取りが最も不利です。
term-many-discs = 石の取りすぎ
meaning-many-discs = 石の数は最後に決まります。序盤や中盤に石を取りすぎると、相手の打つ手が増え、自分の打つ手が減ります。
term-mobility = 着手可能数
meaning-mobility = 打てる場所の数。少ない側はやがて悪い手を打たされます。勝敗の鍵になることが多い数です。
term-own-mobility = 自分の着手可能数
meaning-own-mobility = もう一度自分の番なら打てる場所の数。よい手はこれを残します。
term-potential-mobility = 潜在着手可能数
meaning-potential-mobility = 相手の石に隣り合う空きマスの数。これから打てるようになる場所です。
term-frontier = フロンティア
meaning-frontier = 空きマスに隣り合う石。少ないほど、相手の打つ手は少なくなります。
term-quiet-move = 中割り
meaning-quiet-move = 返す石がすべて囲まれていて、外に開いた石を返さない手。相手に新しい手を与えません。
term-tempo = 手得
meaning-tempo = 相手に新しい手を与えない手は手得です。相手が先に形を崩すことになります。
term-pass = パス
meaning-pass = 打てる場所がない側はパスし、相手が続けて打ちます。相手にパスさせるのは一手分の得です。
term-corner = 隅
meaning-corner = a1、h1、a8、h8。ここの石は返されず、ほかの石の支えになります。隅は取り、与えないようにします。
term-x-square = X
meaning-x-square = b2、g2、b7、g7。隅の斜め隣です。隅が空いている間のX打ちは、隅を失うことが多い手です。
term-c-square = C
meaning-c-square = b1 や a2 のように、辺で隅に隣り合うマス。弱いことが多く、隅を取られる手筋があります。
term-a-square = A
meaning-a-square = 辺で隅から二つ目のマス：c1、f1、a3、a6、h3、h6、c8、f8。Bより強い位置です。
term-b-square = B
meaning-b-square = 辺の中央のマス：d1、e1、a4、a5、h4、h5、d8、e8。
term-edge-early = 早すぎる辺
meaning-edge-early = 辺の石は返されにくいものですが、序盤の辺打ちは避けます。相手がその隣に安全に打てるようになります。
term-unbalanced-edge = ウイング
meaning-unbalanced-edge = 両隅が空いた五個連の辺。一方の隅まで一つ、他方まで二つ空いています。相手は近い隅を捨てて割り込むことがよくあります。
term-wedge = 割り込み
meaning-wedge = 辺で相手の二つの石の間に入る石。返されにくく、その先の隅をねらいます。
term-stable-discs = 確定石
meaning-stable-discs = もう返されることのない石。その数は、終局時に少なくとも残る石の数です。
term-parity = 偶数理論
meaning-parity = 閉じた区画では最後に打つ側が有利です。相手が打てる各区画の空きを偶数にして渡します。

## 定石：英語と違う日本での呼び名

name-perpendicular-opening = 縦取り
name-diagonal-opening = 斜め取り
name-parallel-opening = 並び取り
name-tiger = 虎定石
name-rose-bill = 花形定石（ローズビル）
name-brightwell = ブライトウェル
name-kung = カン
name-no-kung = ノーカン
name-comp-oth = コンポス
name-lightning-bolt = ライトニングボルト
name-classic-scorpion = たまプラーザ
name-cat = 猫定石
name-sakaguchi = 坂口流
name-italian = 羊定石
name-swallow = 燕定石
name-fishhook = 兎定石
name-horse = 馬定石
name-collay = 野兎定石
name-rose = ローズ
name-rose-birth = シャープローズ
name-flat = フラットローズ
name-greenberg = 手塚システム
name-murakami-variation = 村上流
name-inoue = 井上流
name-iago = 雪うさぎ
name-shaman = シャーマン定石
name-mimura = 三村流
name-cow = 牛定石
name-cow-bat = こうもり定石
name-chimney = 白大量取り
name-sailboat = ヨット定石
name-aircraft = 飛行機
name-buffalo = バッファロー定石
name-hokuriku-buffalo = 北陸バッファロー
name-tanida-buffalo = 谷田バッファロー
name-maruoka-buffalo = 丸岡バッファロー
name-rocket = ロケット定石
name-raccoon-dog = 狸定石
name-heath = 飛び出し牛
name-heath-bat = 裏こうもり
name-iwasaki-variation = 岩崎流
name-snake = 蛇定石
name-lysons = コブラ定石
name-stuck-peasant = つちのこ定石
name-x-square-opening = 暴走牛定石
