## 页面

title = Outflank
page-title = { $view } · Outflank
skip = 跳到棋盘
views = 页面
view-play = 对局
view-analyse = 分析
view-study = 学习
view-games = 棋谱
panel = 子数与按钮
loading = 正在载入…
close = 关闭
cancel = 取消
stopped = 已停止
no-data = 缺少文件 { $name }。
engine-trouble = 引擎给出了不合规则的一步。
about = 一切都在这个浏览器里运行：没有账号，没有服务器，没有跟踪。首次打开之后，断网也能使用。
version = 引擎 { $version }{ $simd ->
    [yes] { "" }
   *[no] （没有 SIMD，较慢）
  }

## 设置与按键

settings = 设置
language = 语言
language-missing = 现在无法载入这种语言。
update-there = 有新版本。
update-now = 重新载入
memory = 引擎内存
mib = { $size } MiB
setting-sound = 声音
setting-animation = 翻子动画
setting-keys = 单键操作
setting-flipped = 从白方一侧看棋盘
flip = 翻转棋盘
keys = 按键
keys-board = 在棋盘上：移动、前往某格、落子
keys-list = 在着法列表中：前后移动

## 棋盘

board = 棋盘
board-legal = 可下
board-empty = 空格
board-last = 上一步
black = 黑
white = 白
pass = 停步
to-move = { $color ->
    [black] 轮到黑方
   *[white] 轮到白方
  }
game-over = 终局
value-in-discs = { $value } 子{ $kind ->
    [proven] （已证明）
    [at-least] 以上（已证明）
    [at-most] 以下（已证明）
   *[estimated] （估计）
  }
value-for-black = 黑方 { $value }
bar-label = 评估：{ $value } 子
bar-unknown = 评估：尚无
moves = 着法
moves-start = 开局
move-of = 第 { $current } 步，共 { $last } 步
stepper = 浏览着法
stepper-start = 回到开头
stepper-back = 后退一步
stepper-forward = 前进一步
stepper-end = 到结尾
stepper-play = 自动播放
stepper-pause = 停止播放
stepper-slider = 棋盘上的步数

## 对局

new-game = 新对局
game-running = 对局尚未结束。开始新对局会结束它，并作为未完成的棋谱保留。
go-on-playing = 继续对局
begin = 开始
you-play = 您执
as-black = 黑（先手）
as-white = 白（后手）
opponent = 对手
level = { $level } 级
level-with-words = { $level }：{ $words }
full-strength = 全力
level-1 = 几乎什么棋都下：适合第一盘
level-2 = 坏棋很多：适合初学者
level-3 = 常下坏棋
level-4 = 常下弱棋
level-5 = 每盘都有明显的错误
level-6 = 偶尔犯错
level-7 = 很少有明显的错误
level-8 = 难对付的对手
level-9 = 只有小失误
level-10 = 几乎不犯错
level-full = 不让步的引擎
time-per-move = 每步时间
seconds = { $value } 秒
clock = 计时
no-clock = 不计时
minutes = 每方 { $minutes } 分钟
minutes-and-seconds = 每方 { $minutes } 分钟，每步加 { $seconds } 秒
start = 起始局面
standard-start = 标准
own-start-option = 自定局面或着法
own-start = 64 格与轮到的一方，或如 f5d6 的着法
named-openings = 有名称的开局
undo = 悔棋
redo = 重做
hint = 提示
resign = 认输
go-on = 让引擎下
rematch = 换色再战
my-mistakes = 看我的失误
analyse-game = 分析这局
you = 您
you-against = 您（{ $side }）对 { $level }
play-welcome = 选一格执黑开始，或开始新对局。
play-moved = { $side }方下 { $square }。
play-passed = { $side }方无棋可下，停步。
your-turn = 轮到您，您执{ $side }。
engine-turn = 这里轮到引擎。
engine-thinks = 引擎在思考…
result-played = { $outcome ->
    [win] 您赢了，{ $own } 比 { $others }。
    [loss] 您输了，{ $own } 比 { $others }。
   *[draw] 平局，{ $own } 比 { $others }。
  }
result-resigned = 您认输了，引擎获胜。
result-timed_out = { $outcome ->
    [win] 您赢了：引擎超时。
   *[loss] 您输了：超时。
  }
hint-best = 最佳：{ $move }，{ $value }。预计：{ $line }
hint-others = 其他着法（子差）：{ $list }

## 保存的棋谱

my-games = 我的棋谱
games-count = { $count ->
    [0] 还没有棋谱：在这里下完的每一局都会保存在这个浏览器里。
   *[other] { $count } 局：{ $won } 胜 { $drawn } 平 { $lost } 负
  }
date = 日期
result = 结果
actions = 操作
open-saved = 打开 { $date } 对 { $opponent } 的棋谱
delete-saved = 删除 { $date } 对 { $opponent } 的棋谱
delete-game = 删除棋谱
delete-question = 要删除 { $date } 对 { $opponent } 的棋谱吗？
delete = 删除
outcome-win = 胜，{ $score }
outcome-loss = 负，{ $score }
outcome-draw = 平，{ $score }
outcome-unfinished = 未完成
with-help = 用过提示或悔棋
show-more = 显示更多
export-all = 全部导出
import-games = 导入
imported = 已导入 { $count } 局。
import-damaged = 第 { $line } 行不是导出的棋谱（{ $what }），没有导入任何内容。
storage-full = 浏览器空间不足（{ $reason }），没有保存任何内容。请导出棋谱并删除一些。
storage-waiting = 浏览器的数据库空间不足（{ $reason }）。这局会在有空间时保存：请导出棋谱并删除一些。
storage-closed = 这个浏览器不保存棋谱（{ $reason }）。

## 分析

game-unnamed = 一局棋
game-title = { $black } 对 { $white }
player-unknown = 未知
round = 第 { $round } 轮
wins = { $color ->
    [black] 黑胜
   *[white] 白胜
  }
wins-by = { $color ->
    [black] 黑胜 { $count } 子
   *[white] 白胜 { $count } 子
  }
draw = 平局
ending-resigned = 认输
ending-timed_out = 超时
ending-agreed = 协议
ending-adjudicated = 判定
ending-forfeited = 弃权
ending-unfinished = 未完成
ending-illegal = 不合规则的一步：{ $what }
ending-crashed = 程序崩溃：{ $what }
choices = 显示与分析
analyse-welcome = 在这里落子，或打开棋谱：粘贴到任何地方即可。
open-game = 打开
share = 分享
edit = 编辑
live = 继续思考
live-now = 思考中：
whole-game = 整局
lists = 着法或失误
mistakes = 失误
mistakes-count = 失误（{ $count }）
mistakes-of = 谁的失误
mistakes-both = 双方
mistakes-black = 黑方
mistakes-white = 白方
mistakes-none = 没有：没有损失很大的着法。
mistakes-unknown = 正在分析这局。
mistake-before = 上一个失误
mistake-next = 下一个失误
better = { $move } 更好
class-best = 最佳
class-good = 好棋
class-inaccuracy = 缓着
class-mistake = 失误
class-blunder = 败着
viewpoint = 视角
viewpoint-black = 黑方
viewpoint-white = 白方
values-for = { $color ->
    [black] 格中数字：黑方子差
   *[white] 格中数字：白方子差
  }
previewing = 预览 { $count } 步，尚未落子。
analysing = 正在分析…
progress = 分析进度
effort = 深度
effort-quick = 快速
effort-normal = 普通
effort-deep = 深入
stopped-early = 提前停止。
discs-lost = 损失的子数：黑 { $black }，白 { $white }。
decided-by = 第 { $move } 步决定了胜负。
curve = 本局曲线
curve-heading = { $color ->
    [black] 曲线、列表与评估条：黑方子差
   *[white] 曲线、列表与评估条：白方子差
  }
curve-label = { $side }方子差的曲线{ $known ->
    [yes] ，最后为 { $end }
   *[no] { "" }
  }。着法列表有相同的数值。
curve-engine = 引擎
curve-score = 第 { $index } 步之后：{ $value }（已证明）
curve-result = 第 { $index } 步之后：{ $side }方至少胜 { $least } 子（已证明）
own-of = { $color ->
    [black] 黑方自己的评估
   *[white] 白方自己的评估
  }
words = 解说
plays = { $side }方下 { $square }
passes = { $side }方无棋可下，停步
opening-name = 开局：{ $name }
loss-against = 与 { $best } 相比 { $loss } 子{ $kind ->
    [proven] （已证明）
   *[estimated] （估计）
  }。
changes-result = 这一步丢掉了更好的结果。
own-value = 棋手自己的评估：{ $value } 子
move-time = 用时：{ $seconds } 秒
best-moves = { $side }方的最佳着法
play-line-move = 下 { $move }，{ $value }
play-move-title = 下这一步
preview-title = 在棋盘上显示这条变化
preview-line = { $move } 之后的变化：
play-best = 下最佳着法
proven-to-end = 已证明到终局。
search-effort = { $playouts } 次模拟，深 { $depth } 步；= 为已证明

## 打开棋谱

open-heading = 打开棋谱
input-label = 棋谱或局面的文本
input-placeholder = 粘贴着法、棋盘、GGF、SGF、PGN 或 CodinGame 对战
input-file = 打开文件
input-formats = 也可以把文件拖放到任何地方：着法、棋盘、GGF、SGF、PGN、OBF、WTHOR（连同 .JOU 与 .TRN）、CodinGame 对战、竞技场记录，也可以是 gzip 压缩，最多 16 MiB。
open-text = 打开文本
new-board = 新棋盘
pasted = 粘贴的内容
position = 局面
nothing-to-open = 没有可打开的内容。
reading = 正在读取…
engine-failed = 引擎出错：{ $reason }
no-engine = 此浏览器没有 WebAssembly，引擎无法运行。
no-game = 没有找到棋谱或局面。
too-large = { $name } 有 { $size } MiB，最多可打开 { $limit } MiB。
names-read = { $name }：已读取名称。
opened = 已打开 { $count } 项{ $more ->
    [yes] ，其余略去
   *[no] { "" }
  }。
refused = { $others ->
    [0] 无法读取：{ $error }
   *[other] 无法读取：{ $error }，另有 { $others } 项
  }
games-in-file = 此文件的棋谱
search-games = 棋手、年份、比赛、开局或着法
any-result = 全部
games-found = { $count ->
    [0] { $all } 局中没有符合的。
   *[other] { $all } 局中的 { $count } 局{ $cut ->
        [yes] ，列出前 { $shown } 局
       *[no] { "" }
      }。
  }
count-openings = 这些棋谱的开局
counted = 统计：{ $count } 局 { $what }
link = 链接
link-too-long = 链接过长，最多可打开 64 KiB。
link-damaged = 链接已损坏，其中没有棋谱。

## 分享

share-heading = 带走
export-link = 此局面的链接
export-svg = 图片（SVG）
export-png = 图片（PNG）
format = 格式
format-transcript = 着法
format-ggf = GGF
format-sgf = SGF
format-pgn = PGN
format-obf = 局面（OBF）
format-json = JSON
export-show = 显示
export-file = 存为文件
exported = 导出的文本
export-lost = 此格式无法保存：{ $what }
link-copied = 链接已复制，其中包含整局棋。
link-shown = 此链接包含整局棋。

## 编辑局面

edit-heading = 摆设局面
edit-explanation = 先选棋子，再选格子；再放一次同样的棋子会将其移除。
edit-put = 放置
edit-turn = 轮到
piece-black = 黑子
piece-white = 白子
piece-none = 无
edit-done = 使用此局面
edit-clear = 清空棋盘
edit-standard = 标准开局
edit-over = 双方都无棋可下，没有可分析的内容。

## 开局

study-what = 学习内容
openings = 开局
puzzles = 残局题
search-openings = 名称或着法
replies = 由此的着法
no-replies = 没有，请后退。
no-match = 没有这个名称的开局。
openings-welcome = { $count } 个有名称的开局。请落子或选择名称。
opening-unnamed = { $line }：没有名称。
opening-named = { $names }。黑方 { $value }。
played-in = { $games } 局
played-score = 轮到方得分率 { $percent } %
statistics-none = 在“分析”中打开棋谱文件并选择“这些棋谱的开局”，即可看到每步棋出现的次数。
learn-as = { $color ->
    [black] 执黑学习
   *[white] 执白学习
  }
review = 复习（{ $count }）
review-key = 复习到期内容
end-drill = 结束练习
learned = ✓ 已学会
drill-begin = { $name }：请您下。
drill-right = { $move } 正确。请继续。
drill-wrong = 不是 { $move }，而是 { $wanted }。请下这一步。
drill-again = 错了 { $count } 步：从头再来一次。
drill-passed = { $name }：全部正确。
drill-progress = 通过 { $passed } 次，失败 { $failed } 次。

## 残局题

puzzle-heading = 残局题
puzzle-task = { $color ->
    [black] 黑方只有一步能赢。是哪一步？
   *[white] 白方只有一步能赢。是哪一步？
  }
puzzle-facts = { $empties } 个空格，难度 { $grade }／6
puzzle-next = 下一题
puzzle-previous = 上一题
puzzle-retry = 再试一次
puzzle-solution = 看答案
puzzle-theme = 主题
theme-corner = 占角
theme-x-square = 下 X 位
theme-c-square = 下 C 位
theme-edge = 下边
theme-inside = 下中间
theme-pass = 迫使对方停步
theme-sacrifice = 让出角
puzzle-empties = 空格数
puzzle-grade = 难度
any = 全部
puzzle-none = 没有符合的题目。
puzzle-line = 之后的最佳着法（已证明）
puzzle-right = 正确：{ $move } 获胜，{ $score }。
puzzle-wrong = 错误：{ $move } 得 { $score }。
puzzle-refuted = 对方以 { $move } 反驳，终局 { $end }。
puzzle-count = 第 { $at } 题，共 { $all } 题；解出 { $solved }，失败 { $failed }

## 术语表

glossary = 术语
term-next = 下一术语
term-previous = 上一术语
glossary-compared = 下 { $move } 而不下 { $other }
term-stage = 对局的阶段
meaning-stage = 开局约 16 步，有定式。中局比的是可选着法的多少。残局从约 20 个空位开始，可以算清。计划随阶段而变。
term-opening = 开局
meaning-opening = 最初几步，无论下在哪个方向，名称相同。第二步有垂直、对角、平行三种下法，平行最弱。
term-many-discs = 过早取子太多
meaning-many-discs = 子数到最后才重要。开局和中局子太多，会给对手着法，减少自己的着法。
term-mobility = 行动力
meaning-mobility = 可下的步数。步数少的一方很快只能下坏棋；这常是胜负的关键。
term-own-mobility = 自己的行动力
meaning-own-mobility = 若再轮到自己，可以下的位置数。好棋会保留它们。
term-potential-mobility = 潜在行动力
meaning-potential-mobility = 与对方棋子相邻的空位数：以后可能成为自己着法的地方。
term-frontier = 前沿子
meaning-frontier = 与空位相邻的棋子。前沿子越少，对手的着法越少。
term-quiet-move = 安静着
meaning-quiet-move = 不翻转前沿子的着法：所翻的子都被包围，不给对手任何东西。
term-tempo = 余裕手
meaning-tempo = 不给对手新着法的一步赢得余裕：对方不得不先打开局面。
term-pass = 停一手
meaning-pass = 无处可下的一方停一手，由对方连下。使对方停一手等于多得一步。
term-corner = 角
meaning-corner = a1、h1、a8、h8。角上的子永远不会被翻转，还能支撑其他子。要占角，不要送角。
term-x-square = X 位（星位）
meaning-x-square = b2、g2、b7、g7，角的斜邻。角空着时，下在这里常会失角。
term-c-square = C 位
meaning-c-square = 边上与角相邻的位置，如 b1、a2。常是弱点：那里有夺角的手段。
term-a-square = A 位
meaning-a-square = 边上离角两格的位置：c1、f1、a3、a6、h3、h6、c8、f8。比 B 位有力。
term-b-square = B 位
meaning-b-square = 边中央的位置：d1、e1、a4、a5、h4、h5、d8、e8。
term-edge-early = 过早占边
meaning-edge-early = 边上的子不易被翻转，但开局应避免占边：它帮对手在旁边得到安全的着法。
term-unbalanced-edge = 不平衡边
meaning-unbalanced-edge = 一方在一条边上五子相连，一端离角一格，另一端两格。对手常弃近角而楔入。
term-wedge = 楔入
meaning-wedge = 边上插在对方两子之间的子。不易被翻转，并威胁其后的角。
term-stable-discs = 稳定子
meaning-stable-discs = 再也不会被翻转的子。它们的数目是终局时至少拥有的子数。
term-parity = 奇偶性
meaning-parity = 在封闭区域中走最后一步的一方占优。使对手可下的每个区域都留下偶数个空位。

## 开局：与英文不同的名称

name-perpendicular-opening = 垂直开局
name-diagonal-opening = 斜向开局
name-parallel-opening = 平行开局
