; fib.osp as an Osprey compiler hands it to LLVM: names as in the source, and each operation with its line there.
; One level of typed pointers only: LLVM 14 needs them, and newer versions read them as ptr.

source_filename = "examples/fib.osp"

@format = private unnamed_addr constant [21 x i8] c"main %ld, fiber %ld\0A\00"

declare void @osp_prof_boot()
declare i64 @fiber_spawn(i64 ()*)
declare i64 @fiber_await(i64)
declare i32 @printf(i8*, ...)

define i64 @fib(i64 %n) #0 !dbg !10 {
entry:
  %small = icmp slt i64 %n, 2, !dbg !11
  br i1 %small, label %done, label %again, !dbg !12

done:
  ret i64 %n, !dbg !13

again:
  %n1 = sub i64 %n, 1, !dbg !14
  %fib1 = call i64 @fib(i64 %n1), !dbg !15
  %n2 = sub i64 %n, 2, !dbg !16
  %fib2 = call i64 @fib(i64 %n2), !dbg !17
  %sum = add i64 %fib1, %fib2, !dbg !18
  ret i64 %sum, !dbg !18
}

define i64 @work() #0 !dbg !20 {
  %fib41 = call i64 @fib(i64 41), !dbg !21
  %fib39 = call i64 @fib(i64 39), !dbg !22
  %sum = add i64 %fib41, %fib39, !dbg !23
  ret i64 %sum, !dbg !23
}

define i32 @main() #0 !dbg !30 {
  call void @osp_prof_boot(), !dbg !31
  %other = call i64 @fiber_spawn(i64 ()* @work), !dbg !32
  %mine = call i64 @fib(i64 41), !dbg !33
  %theirs = call i64 @fiber_await(i64 %other), !dbg !34
  %printed = call i32 (i8*, ...) @printf(i8* getelementptr ([21 x i8], [21 x i8]* @format, i64 0, i64 0), i64 %mine, i64 %theirs), !dbg !35
  ret i32 0, !dbg !36
}

attributes #0 = { nounwind "frame-pointer"="all" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "osprey", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "examples/fib.osp", directory: "")
!2 = !{i32 2, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{null}

!10 = distinct !DISubprogram(name: "fib", scope: !1, file: !1, line: 3, type: !4, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!11 = !DILocation(line: 3, column: 21, scope: !10)
!12 = !DILocation(line: 3, column: 13, scope: !10)
!13 = !DILocation(line: 4, column: 13, scope: !10)
!14 = !DILocation(line: 5, column: 20, scope: !10)
!15 = !DILocation(line: 5, column: 14, scope: !10)
!16 = !DILocation(line: 5, column: 33, scope: !10)
!17 = !DILocation(line: 5, column: 27, scope: !10)
!18 = !DILocation(line: 5, column: 25, scope: !10)

!20 = distinct !DISubprogram(name: "work", scope: !1, file: !1, line: 8, type: !4, scopeLine: 8, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!21 = !DILocation(line: 8, column: 13, scope: !20)
!22 = !DILocation(line: 8, column: 23, scope: !20)
!23 = !DILocation(line: 8, column: 21, scope: !20)

!30 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 10, type: !4, scopeLine: 10, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!31 = !DILocation(line: 10, column: 13, scope: !30)
!32 = !DILocation(line: 11, column: 17, scope: !30)
!33 = !DILocation(line: 12, column: 16, scope: !30)
!34 = !DILocation(line: 13, column: 18, scope: !30)
!35 = !DILocation(line: 14, column: 5, scope: !30)
!36 = !DILocation(line: 15, column: 1, scope: !30)
