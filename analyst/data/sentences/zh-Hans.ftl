### 分析对着法和文件的说明。$color 和 $side 是句中所计的一方。

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

## 文本或文件被拒绝的原因，以及略去的内容

analyst-read-at-whole = { $name }：{ $message }
analyst-read-at-line = { $name } 第 { $line } 行第 { $column } 个字符：{ $message }
analyst-read-at-byte = { $name } 第 { $byte } 字节：{ $message }
analyst-read-in-call = 第 { $number } 次调用：{ $message }
analyst-read-in-round = 第 { $number } 局：{ $message }
analyst-read-in-entry = `moves` 的第 { $number } 项：{ $message }
analyst-read-in-opening = 它的开局：{ $message }

analyst-read-nothing = 这里没有棋谱，也没有局面
analyst-read-many-games = 棋谱太多（最多 { $count } 局）
analyst-read-many-bytes = { $packed ->
    [yes] 解压后的数据太大（最多 { $count } 字节）
   *[no] 数据太大（最多 { $count } 字节）
  }
analyst-read-many-errors = 出现 { $count } 个错误后停止读取
analyst-read-gzip = gzip 数据已损坏或不完整
analyst-read-gzip-twice = gzip 数据里应是棋谱文件，而不是另一个 gzip
analyst-read-foreign = { $kind ->
    [zip] 这不是棋谱文件，而是 ZIP 压缩包：请先解压
    [empty-zip] 这不是棋谱文件，而是空的 ZIP 压缩包
    [rar] 这不是棋谱文件，而是 RAR 压缩包：请先解压
    [seven-zip] 这不是棋谱文件，而是 7z 压缩包：请先解压
    [bzip2] 这不是棋谱文件，而是 bzip2 压缩数据：请先解压
    [xz] 这不是棋谱文件，而是 xz 压缩数据：请先解压
    [zstd] 这不是棋谱文件，而是 zstd 压缩数据：请先解压
    [pdf] 这不是棋谱文件，而是 PDF 文档
    [png] 这不是棋谱文件，而是图片（PNG）
    [jpeg] 这不是棋谱文件，而是图片（JPEG）
    [gif] 这不是棋谱文件，而是图片（GIF）
    [sqlite] 这不是棋谱文件，而是数据库（SQLite）
   *[rtf] 这不是棋谱文件，而是 RTF 文档：请另存为纯文本
  }

analyst-read-move = 应是 `f5` 这样的一步棋，而不是 `{ $text }`
analyst-read-no-move = 这一行没有 `f5` 这样的棋步
analyst-read-parenthesis = 应是一步棋，而不是括号
analyst-read-turn = { $color ->
    [black] 应由黑方走棋，而不是白方走 { $move }
   *[white] 应由白方走棋，而不是黑方走 { $move }
  }
analyst-read-no-pass = { $side }有棋可下，不能弃权
analyst-read-illegal-move = 第 { $number } 步：{ $side }不能下在 { $move }
analyst-read-over = 第 { $number } 步：棋局已经结束
analyst-read-no-square = 第 { $byte } 字节：应是 `d3` 这样的格子
analyst-read-comment-end = 缺少结束注释的 `{ "}" }`
analyst-read-value-end = 缺少结束该值的 `]`
analyst-read-game-end = 缺少结束棋谱的 `)`
analyst-read-property = 应是 `B[f5]` 这样的属性，而不是 `{ $text }`
analyst-read-other-game = 应是属性或 `;)`，而不是另一局棋
analyst-read-no-othello = 应是黑白棋棋谱，而不是 `{ $text }`
analyst-read-no-gm = 应是黑白棋棋谱（`GM[2]`），而不是 `{ $text }`
analyst-read-no-eight = 应是 8 x 8 棋盘，而不是 `{ $text }`
analyst-read-late-setup = 初始局面应在第一步之前
analyst-read-ggf-board = 应是 `8 ---...--- *` 这样的棋盘，而不是 `{ $text }`
analyst-read-two-discs = 同一格上不能有两枚棋子
analyst-read-square = 应是一个格子，而不是 `{ $text }`
analyst-read-fen = 应是 8 行 FEN 和走棋方，如 `8/8/8/3pP3/3Pp3/8/8/8 b`，而不是 `{ $text }`
analyst-read-side = 棋盘后应是走棋方 X 或 O，而不是 `{ $text }`
analyst-read-missing-side = 棋盘后缺少走棋方：请加上 `X`（黑方）或 `O`（白方）
analyst-read-row = 应是棋盘的第 { $row } 行，而不是 `{ $text }`
analyst-read-few-squares = 应有 64 格，而只有 { $count } 格
analyst-read-position = 应是 64 格和走棋方，而不是 `{ $text }`
analyst-read-scores = 应是合法棋步及其分数，如 `d3:+4`，而不是 `{ $text }`

analyst-read-json = JSON 格式有误或不完整
analyst-read-no-object = 应是描述棋局的对象，而不是 `{ $text }`
analyst-read-other-object = 应是棋谱，而不是含有字段 `{ $text }` 的对象
analyst-read-battle-list = 对战列表里没有棋步：请逐一保存带有 `frames` 的对战
analyst-read-no-array = 缺少数组 `{ $field }`
analyst-read-no-squares = 应是由 `X`、`O` 和 `-` 组成的 64 格，而不是 `{ $text }`
analyst-read-no-version = 此格式的版本应为 { $version }，而不是 { $text }
analyst-read-no-format = 格式应为 { $game } 或 { $position }，而不是 { $text }
analyst-read-other-fields = 字段不符合 { $format } 格式
analyst-read-far-score = 分数应在 -64 到 64 之间，而不是 { $text }
analyst-read-no-score = 应是棋步及其分数，而不是 { $text }
analyst-read-no-color = 应是 `black` 或 `white`，而不是 `{ $text }`
analyst-read-no-schema = 竞技场的模式版本应为 { $version }，而不是 { $text }
analyst-read-no-reason = 应是结束原因，而不是 `{ $text }`
analyst-read-no-header = 第一对棋局之前应有结果的表头

analyst-read-call-after-end = 棋局结束后不应再有 `{ $text }`
analyst-read-call-turn = { $color ->
    [black] 应调用黑方，而不是白方
   *[white] 应调用白方，而不是黑方
  }
analyst-read-silent = { $side }没有输出，但对战仍在继续
analyst-read-went-on = { $side }不能下在 { $text }，但对战仍在继续
analyst-read-no-battle = 应是 `d3` 这样的一步棋，而不是 `{ $text }`：这不是黑白棋对战
analyst-read-no-calls = 应有带 `agentId` 和 `stdout` 的 `frames`：这场对战没有棋步
analyst-read-no-seat = 座位应为 0 或 1，而不是 { $text }：这不是黑白棋对战
analyst-read-output-after-end = 棋局结束后仍有输出

analyst-read-names = 这是 WTHOR 的名单，不是棋谱：请与 `.wtb` 文件一起打开
analyst-read-no-names = 这不是 WTHOR 的棋手或赛事名单
analyst-read-wthor-length = 应有 { $count } 局、每局 { $each } 字节，而不是 { $bytes } 字节
analyst-read-wthor-square = 应是 10 x 行 + 列，而不是 { $text }

analyst-read-prose = 第一局之前的文字已略去
analyst-read-unclosed = 缺少结束这局棋谱的 `)`
analyst-read-behind-result = 结果之后的文字已略去
analyst-read-variations = 已略去 { $count } 个变化
analyst-read-no-tag = `{ $text }` 不是 `[Black "姓名"]` 这样的标签
analyst-read-no-number = `{ $text }` 不是数字，已略去
analyst-read-no-side = `{ $text }` 不是走棋方，以第一步的颜色为准
analyst-read-no-result = `{ $text }` 不是结果，按未知处理
analyst-read-wthor-discs = 黑子数 { $text } 超过 64，分数按未知处理
analyst-read-other-score = 结果（{ $result }）与棋盘（黑方 { $score }）不符，仍予保留
analyst-read-other-winner = 结果（{ $side }胜）与棋盘（黑方 { $score }）不符，仍予保留

## 格式无法保存的内容

analyst-lost-names = 棋手姓名
analyst-lost-ratings = 等级分
analyst-lost-results = 结果
analyst-lost-endings = 结束原因
analyst-lost-dates = 日期
analyst-lost-events = 赛事
analyst-lost-places = 地点
analyst-lost-rounds = 轮次
analyst-lost-time-controls = 用时规则
analyst-lost-seeds = 随机种子
analyst-lost-remarks = 棋局备注
analyst-lost-theoretical = 理论分数
analyst-lost-values = 棋步评价
analyst-lost-times = 棋步用时
analyst-lost-move-remarks = 棋步备注
analyst-lost-stderr = 程序的标准错误输出
analyst-lost-games = 棋谱（变为各个局面）
analyst-lost-scores = 分数
analyst-lost-position-remarks = 局面备注
